import { campus } from './hi/campus'
import { forum } from './hi/forum'
import { mails, notices, notifications } from './hi/mails'
import { pages } from './hi/pages'
import { requests } from './hi/requests'

export const hi = { ...requests, ...forum, ...campus, mails, notices, notifications, pages }
