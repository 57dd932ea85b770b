/** The pages of the place, as Markdown, until a superadmin writes the campus's own. */
export const pages = {
  rulesTitle: 'Rules',
  privacyTitle: 'Privacy',
  contactTitle: 'Contact',
  moderationTitle: 'Moderation',

  rules: `1. Argue with ideas, not people. No insults, threats or pile-ons.
2. Don’t out anyone: no names, numbers, addresses or photos without consent.
3. Nothing illegal. No ads.
4. Moderators can remove posts and suspend accounts. Every action is logged.
5. You’re anonymous to other students, but still responsible for what you post.`,

  privacy: `You write under a random name. This page says who can learn what.

## What is stored

- **Your college email**, encrypted, and a keyed hash of it, by which your account is found. It’s needed for sign-in codes.
- **The month in which you last verified that email.** Nobody else sees it. After some time without a code you can only read, until you verify it again.
- **What you write and do**: posts, comments, votes, saved posts, follows, blocks, reports.
- **Your sign-ins**: for each signed-in device its network address and browser, until you sign out or it expires. You see them in Settings.
- **A log** of what accounts do. After 90 days it forgets network addresses and browsers, and of everyday things such as reading or voting it keeps one line per day and kind.
- **Push notifications**, only if you switch them on: the address that your browser’s maker gave this device.

## Who can learn what

- **Other students** don’t learn your email or who you are, which other name is yours, or exactly when you joined or posted.
- **Moderators** read all posts and reports, and who reported. They see only the ends of your email, though they can look up an email that they already know: that is logged and limited. They don’t see your votes, your saved posts or whom you block.
- **A superadmin** can open one account’s email, for a written reason. You’re told at once, and Settings lists every time.
- **The operator**, who runs the machine, has the database and its keys, and could read what is stored. Choose what you write accordingly.
- **Backups** hold no keys: on their own they reveal no email, code or password.
- **Strangers** can read public posts. College-only posts are for your college.

Push notifications travel through your browser’s maker (such as Google, Apple or Mozilla). It learns that Quad sent this device something, and when. The content is encrypted for your device, and says no more than “New reply” unless you choose otherwise.

If the admins have switched on an outside service that checks texts for insults, it gets what you write, without your name.

What you write can still give you away: your style, or a detail that only you know. Quad can’t prevent that.

## Your choices

- Delete your account in Settings. It goes at once, with what you wrote. Comments with replies stay, without your name or words. Reports about you, active suspensions and bans, and log entries stay. Backups made before keep what they had until they expire.
- This device keeps your drafts, settings and recent searches until you sign out, and what you read last, encrypted, for a week at most.`,

  contact: `Quad is run by people at this campus.

- **A post or comment breaks the rules?** Use Report under it. Moderators will see it.
- **Something is broken, or you want to tell the admins something?** Use Feedback.
- **Grievance officer**: nobody has been named here yet.`,

  moderation: `Moderators are people of this campus. They can read every post. They can’t see votes or saved posts.

- A **removed** post or comment is seen by its author, who reads why, and by moderators. Nobody else sees it.
- A **suspended** account can read but not post until the suspension ends. A **banned** one can’t post until a moderator lifts the ban.
- Texts are checked before they appear: against a list of banned words and for patterns such as spam.
- Every decision is logged with who made it and why. The log can’t be changed without it showing.`,
} as const
