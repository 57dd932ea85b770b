import { campus } from './hi/campus'
import { exportTexts } from './hi/exports'
import { forum } from './hi/forum'
import { mails, notices, notifications } from './hi/mails'
import { office } from './hi/office'
import { pages } from './hi/pages'
import { requests } from './hi/requests'

export const hi = { ...requests, ...forum, ...campus, ...exportTexts, mails, notices, notifications, office, pages }
