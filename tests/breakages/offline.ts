import type { Breakage } from './breakage'

export const offline: Breakage[] = [
  {
    rule: 'a page opens without a network',
    file: 'public/service-worker.ts',
    from: 'caches.match(DOCUMENT, {',
    to: "caches.match('/', {",
  },
  {
    rule: 'no copy is from the future',
    file: 'public/app/lib/shelf.ts',
    from: 'savedAt <= now && now - savedAt',
    to: 'now - savedAt',
  },
  {
    rule: 'what may have arrived long ago is not sent again',
    file: 'public/app/lib/waiting.ts',
    from: 'now - sentAt <= KEY_KNOWN_MS',
    to: 'now - sentAt >= -KEY_KNOWN_MS',
  },
  {
    rule: 'a removed post is in no copy',
    file: 'public/app/lib/copies.ts',
    from: 'new Set([403, 404, 410])',
    to: 'new Set([410])',
  },
  {
    rule: 'the server hears later of a sign-out without a network',
    file: 'public/app/campus/auth/sign-out.ts',
    from: "writeStorage(SIGNED_OUT, 'yes')",
    to: 'writeStorage(SIGNED_OUT, null)',
  },
  {
    rule: 'what waits goes under the key of its draft',
    file: 'public/app/forum/outbox/outbox.ts',
    from: 'await postComment(comment, key)',
    to: "await postComment(comment, key === '' ? key : crypto.randomUUID())",
  },
  {
    rule: 'a draft that was sent leaves the device',
    file: 'public/app/lib/drafts.ts',
    from: '  writeStorage(name, null)\n',
    to: '',
  },
  {
    rule: 'a picture that was sent leaves the device',
    file: 'public/app/forum/pictures/kept.ts',
    from: 'if (answer.success) await discardPicture',
    to: 'if (!answer.success) await discardPicture',
  },
  {
    rule: 'pictures that were read go with the session',
    file: 'public/app/lib/storage.ts',
    from: 'caches?.delete(PICTURES)',
    to: "caches?.delete('')",
  },
  {
    rule: 'nothing is left of an area that was blurred',
    file: 'public/app/forum/pictures/canvas.ts',
    from: 'brush.drawImage(colours, x, y, width, height)',
    to: 'brush.drawImage(picture, 0, 0)',
  },
  {
    rule: 'a page says that there is no network',
    file: 'public/app/frame/frame.tsx',
    from: '(isAway.value || copiedAt',
    to: '(copiedAt',
  },
]
