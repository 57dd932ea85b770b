import { api } from './hi/api'
import { mails, notifications } from './hi/mails'

export const hi = { ...api, mails, notifications }
