import { campus } from './en/campus'
import { forum } from './en/forum'
import { mails, notices, notifications } from './en/mails'
import { pages } from './en/pages'
import { requests } from './en/requests'

export const en = { ...requests, ...forum, ...campus, mails, notices, notifications, pages }
