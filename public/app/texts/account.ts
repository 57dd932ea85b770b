import { catalogue } from './catalogue'
import { account } from './en/account'

export const accountText = catalogue(account, () => import('./hi/account').then((hindi) => hindi.account))
