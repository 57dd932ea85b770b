import { api } from './en/api'
import { mails, notices, notifications } from './en/mails'
import { pages } from './en/pages'

export const en = { ...api, mails, notices, notifications, pages }
