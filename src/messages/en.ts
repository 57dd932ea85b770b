import { api } from './en/api'
import { mails, notices, notifications } from './en/mails'

export const en = { ...api, mails, notices, notifications }
