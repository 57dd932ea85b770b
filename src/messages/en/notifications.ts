export const notifications = {
  off: 'Notifications are switched off here.',
  replyDeleted: 'The reply was deleted.',
  replyRemoved: 'A moderator removed the reply.',
  postUpvoted: { one: '{count} upvote on your post “{title}”', other: '{count} upvotes on your post “{title}”' },
  commentUpvoted: {
    one: '{count} upvote on your comment “{comment}”',
    other: '{count} upvotes on your comment “{comment}”',
  },
  deletedCommentUpvoted: {
    one: '{count} upvote on a comment you deleted',
    other: '{count} upvotes on a comment you deleted',
  },
  postRemoved: 'A moderator removed your post “{title}”',
  postRestored: 'Your post “{title}” is visible again',
  commentRemoved: 'A moderator removed your comment “{comment}”',
  commentRestored: 'Your comment “{comment}” is visible again',
  deletedCommentRemoved: 'A moderator removed a comment you deleted',
  deletedCommentRestored: 'A comment you deleted is no longer marked as removed',
  renamed: 'You have a new Quad name: {username}',
} as const
