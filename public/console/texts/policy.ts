import { catalogue } from '../../app/texts/catalogue'
import { policy } from './en/policy'

export const policyText = catalogue(policy, () => import('./hi/policy').then((hindi) => hindi.policy))
