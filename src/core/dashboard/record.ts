import { t } from 'elysia'
import { day, integer, named, nullable, timestamp } from '../../lib/schema'
import { REASONS } from '../backups/records'
import { collegeAlert } from '../colleges/alerts'

export const Overview = named(
  'DashboardOverview',
  t.Object({
    users: integer('All accounts'),
    posts: integer('All that exist, in any moderation state'),
    comments: integer('All that are not deleted, in any moderation state of theirs and of their post'),
    reports: t.Object({
      pending: integer(),
      targets: integer('Posts and comments that these are about'),
      escalated: integer('Of these, those that wait for a superadmin'),
    }),
    held: t.Object({ waiting: integer('Texts that wait for a moderator, without those of the viewer') }),
    appeals: t.Object({
      open: integer('That wait for a moderator; not those of the viewer'),
      upheld: integer(),
      overturned: integer(),
    }),
    signUps: t.Object({ waiting: integer('Who verified an email and waits to be let in') }),
    feedback: t.Object({ new: integer() }),
    collegeRequests: t.Object({ pending: integer() }),
    collegeAlerts: t.Array(collegeAlert, { description: 'What no superadmin has acknowledged, newest first' }),
    mayChangeDomains: t.Boolean({
      description: 'Whether the viewer may add colleges, approve requests and change email domains',
    }),
    /** For superadmins alone. */
    backups: nullable(
      t.Object({
        isScheduled: t.Boolean({ description: 'Whether Quad makes backups by itself' }),
        provenAt: nullable(timestamp),
        megabytes: nullable(integer('Of the newest proven one, rounded up')),
        seconds: nullable(integer('To make it, to restore and check it, and to store it')),
        problem: nullable(t.UnionEnum([...REASONS], { description: 'Of the newest one' })),
        isOverdue: t.Boolean({ description: 'No backup was proven in two intervals' }),
      }),
    ),
    newUsersLast7Days: integer('The sum of the last seven of `daily`'),
    postsLast7Days: integer('The sum of the last seven of `daily`'),
    activeUsersLast7Days: integer(
      'Accounts with a session that was used on one of these days and had not ended; counted once an hour',
    ),
    daily: t.Array(
      t.Object({
        date: day,
        users: integer(),
        posts: integer(),
        comments: integer(),
      }),
      { description: 'What was added on each of the last 30 days and still exists, today last' },
    ),
  }),
)
