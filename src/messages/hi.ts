import { api } from './hi/api'
import { mails, notices, notifications } from './hi/mails'
import { pages } from './hi/pages'

export const hi = { ...api, mails, notices, notifications, pages }
