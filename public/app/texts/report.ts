import { catalogue } from './catalogue'
import { report } from './en/report'

export const reportText = catalogue(report, () => import('./hi/report').then((hindi) => hindi.report))
