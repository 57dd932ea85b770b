import { api } from './en/api'
import { mails, notifications } from './en/mails'

export const en = { ...api, mails, notifications }
