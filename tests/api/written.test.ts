import { expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BookmarkedPosts } from '../../src/api/bookmarks/schemas'
import { CommentPage, OneComment } from '../../src/api/comments/schemas'
import { OnePost, PostPage } from '../../src/api/posts/schemas'
import { VoteCast } from '../../src/api/votes/schemas'
import { publish } from '../support/content'
import { administrator, type Data, expectData, student, useCampus, Visitor } from '../support/kit'

// These answers are written out without passing their schema, so they are held against it here: nothing missing,
// nothing that it does not declare.
const { ann: author, ben: other } = await useCampus()

function expectShape(schema: TSchema, data: Data): void {
  expect([...Value.Errors(schema, data)].map(({ path, message }) => `${path}: ${message}`)).toEqual([])
  expect(Value.Clean(schema, structuredClone(data))).toEqual(data)
}

test('posts, comments and votes have the shape that is documented, for whoever reads', async () => {
  const { visitor } = author
  const post = await publish({ visitor }, { title: 'A', content: 'Words.', topic: 'Off-topic' })
  const written = await other.post(`comments/post/${post.id}`, { content: 'A remark.', parentCommentId: null })
  expectShape(OneComment, written)
  for (const [targetType, targetId] of [
    ['post', post.id],
    ['comment', written.comment.id],
  ])
    expectShape(VoteCast, expectData(await visitor.post('votes', { targetType, targetId, voteType: 'upvote' })))
  expectData(await visitor.post('bookmarks', { postId: post.id }))
  expectShape(BookmarkedPosts, expectData(await visitor.get('bookmarks/user')))
  for (const reader of [visitor, other.visitor, new Visitor(), (await administrator()).visitor]) {
    expectShape(PostPage, expectData(await reader.get('posts')))
    expectShape(PostPage, expectData(await reader.get(`posts/user/${author.id}?limit=1&sortBy=views`)))
    expectShape(OnePost, expectData(await reader.get(`posts/${post.id}`)))
    expectShape(CommentPage, expectData(await reader.get(`comments/post/${post.id}`)))
  }
})

test('a field too many, or one too few, would be noticed', async () => {
  await publish(await student())
  const page = expectData(await new Visitor().get('posts'))
  const { views: _, ...less } = page.posts[0]
  expect(() => expectShape(PostPage, { ...page, posts: [less] })).toThrow()
  expect(() => expectShape(PostPage, { ...page, posts: [{ ...page.posts[0], email: 'x@campus.edu' }] })).toThrow()
})
