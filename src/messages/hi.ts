import { api } from './hi/api'
import { mails, notices, notifications } from './hi/mails'

export const hi = { ...api, mails, notices, notifications }
