import { branch, branchUse, MergeBranch } from '../../campus/colleges/schemas'
import { ok } from '../../http/envelope'
import { byId, returns, routes } from '../../http/route'
import { mergeBranch, readBranchUse } from './merge-branches'

/** What concerns a branch with all that have it. Instance-wide, as branches are: colleges only offer them. */
export const branchMerges = routes('admin', '/api/v1/branches')
  .get('/:id/use', async ({ params }) => ok('Use of the branch', readBranchUse(params.id)), {
    admin: true,
    ...byId,
    ...returns(branchUse, 'getBranchUse', 'Count the people and posts that a merge of the branch moves'),
  })
  .post(
    '/:id/merge',
    async ({ user, params, body }) => ok('Branch merged', await mergeBranch(user, params.id, body.into)),
    {
      admin: true,
      ...byId,
      fails: ['NOT_FOUND', 'CONFLICT'],
      body: MergeBranch,
      ...returns(
        branch,
        'mergeBranch',
        'Merge a branch into another one, which gets its people, posts and colleges',
        'The branch is deleted. 409 where few of a college have one of the two and many the other: the merge would show who the few are.',
      ),
    },
  )
