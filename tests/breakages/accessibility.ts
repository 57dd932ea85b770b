import type { Breakage } from './breakage'

export const accessibility: Breakage[] = [
  {
    rule: 'a closed dialog gives the focus back',
    file: 'public/app/ui/dialog.tsx',
    from: 'if (isFree && opener',
    to: 'if (!isFree && opener',
  },
  {
    rule: 'a vote button has a name',
    file: 'public/app/forum/votes/vote-buttons.tsx',
    from: '      aria-label={text.post[type]}\n',
    to: '',
  },
  {
    rule: 'a field has a label',
    file: 'public/app/ui/field.tsx',
    from: '<label for={fieldId(name)} class',
    to: '<label class',
  },
  {
    rule: 'a wrong field is told to screen readers, with what is wrong',
    file: 'public/app/ui/field.tsx',
    from: 'const described = [isWrong',
    to: 'const described = [!isWrong',
  },
  {
    rule: 'the heading of a new page has the focus',
    file: 'public/app/ui/page.tsx',
    from: 'ref={heading} tabIndex={-1}',
    to: 'ref={heading}',
  },
  {
    rule: 'the skip link leads to the content',
    file: 'public/app/frame/frame.tsx',
    from: 'href="#main"',
    to: 'href="#top"',
  },
  {
    rule: 'the first of the next rows has the focus',
    file: 'public/app/ui/more-button.tsx',
    from: '    row.focus({ preventScroll: true })\n',
    to: '',
  },
  {
    rule: 'text stands out from its ground',
    file: 'public/styles.css',
    from: '--color-base-content: oklch(24%',
    to: '--color-base-content: oklch(64%',
  },
  {
    rule: 'nothing moves by itself',
    file: 'public/app/forum/posts/feed-page.tsx',
    from: '{me.value !== null && (',
    to: '{me.value && (',
  },
  {
    rule: 'the first wrong field has the focus',
    file: 'public/app/lib/form.ts',
    from: '\n    ?.focus()',
    to: '',
  },
]
