import { branches, colleges, settings, uploads } from './hi/campus'
import { bookmarks, comments, feedback, moderation, policy, posts, reports, votes } from './hi/content'
import { errors, requests } from './hi/errors'
import { fields } from './hi/fields'
import { mails } from './hi/mails'
import { notifications } from './hi/notifications'
import { accounts, auth, setup } from './hi/people'

export const hi = {
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
