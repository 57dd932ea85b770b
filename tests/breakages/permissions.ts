import type { Breakage } from './breakage'

export const permissions: Breakage[] = [
  {
    rule: 'whoever is suspended writes nothing',
    file: 'src/ground/access/levels.ts',
    from: 'author: [PASSKEY, ONBOARDED, TERMS, ...NO_SANCTION, MEMBERSHIP]',
    to: 'author: [PASSKEY, ONBOARDED, TERMS, MEMBERSHIP]',
  },
  {
    rule: 'a private post is for its college alone',
    file: 'src/forum/posts/visibility.ts',
    from: 'viewer.collegeId === post.collegeId',
    to: "viewer.collegeId !== ''",
  },
  {
    rule: 'nobody edits what another student wrote',
    file: 'src/forum/posts/service.ts',
    from: "return isOwn(db, post, user) ? post : refuse('NOT_OWNER')",
    to: 'return post',
  },
  {
    rule: 'whoever is blocked replies to no comment of the other',
    file: 'src/forum/comments/publish.ts',
    from: 'refuseBlockRelation(tx, name, parent.authorId)',
    to: 'refuseBlockRelation(tx, name, parent.isBanned ? parent.authorId : null)',
  },
  {
    rule: 'a moderator suspends no moderator',
    file: 'src/ground/access/levels.ts',
    from: "moderator.role !== 'superadmin'",
    to: "moderator.role === 'user'",
  },
  {
    rule: 'the last superadmin stays one',
    file: 'src/campus/accounts/roles.ts',
    from: 'other.id !== id && canAct',
    to: '(other || id) && canAct',
  },
  {
    rule: 'a write decides in its transaction whether the viewer may',
    file: 'src/ground/access/write-as.ts',
    from: 'if (code !== null) return',
    to: 'if (code !== null && viewer.isSensitive) return',
  },
  {
    rule: 'a note is deleted by its writer alone',
    file: 'src/order/notes/service.ts',
    from: "if (note.writtenBy?.id !== viewer.id) refuse('NOT_OWNER')",
    to: '',
  },
  {
    rule: 'a refresh token that is used twice ends its session',
    file: 'src/ground/access/session-tokens.ts',
    from: '    revokeSession(tx, id)\n',
    to: "    if (userId === '') revokeSession(tx, id)\n",
  },
]
