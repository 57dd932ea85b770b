import { branches, colleges, settings, uploads } from './en/campus'
import { bookmarks, comments, feedback, moderation, policy, posts, reports, votes } from './en/content'
import { errors, requests } from './en/errors'
import { fields } from './en/fields'
import { mails } from './en/mails'
import { notifications } from './en/notifications'
import { accounts, auth, setup } from './en/people'

export const en = {
  branches,
  colleges,
  settings,
  uploads,
  bookmarks,
  comments,
  feedback,
  moderation,
  policy,
  posts,
  reports,
  votes,
  errors,
  requests,
  fields,
  mails,
  notifications,
  accounts,
  auth,
  setup,
}
