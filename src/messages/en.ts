import { campus } from './en/campus'
import { exportTexts } from './en/exports'
import { forum } from './en/forum'
import { mails, notices, notifications } from './en/mails'
import { office } from './en/office'
import { pages } from './en/pages'
import { requests } from './en/requests'

export const en = { ...requests, ...forum, ...campus, ...exportTexts, mails, notices, notifications, office, pages }
