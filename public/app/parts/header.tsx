import { instance } from '../instance'
import { joined, me } from '../me'
import { text } from '../texts/core'
import { AccountMenu } from './account-menu'
import { Icon } from './icon'
import { Logo } from './logo'

/** The way home, and what one most likely wants next. */
export function Header() {
  return (
    <header class="border-base-300 bg-base-100 sticky top-0 z-10 border-b">
      <div class="mx-auto flex min-h-15 max-w-5xl items-center justify-between gap-3 px-4 py-2">
        <a href="/" class="rounded-field flex min-w-0 items-center gap-2.5 font-semibold">
          <Logo class="size-8 shrink-0" />
          <span class="truncate">{instance.value?.name ?? 'Quad'}</span>
        </a>
        <nav aria-label={text.frame.main} class="flex shrink-0 items-center gap-1.5">
          {me.value === null && <StrangersWays />}
          {me.value && (
            <>
              {joined.value && (
                <a href="/new" class="btn btn-primary btn-sm px-2.5" aria-label={text.frame.newPost}>
                  <Icon name="plus" />
                  <span class="hidden sm:inline">{text.frame.newPost}</span>
                </a>
              )}
              <AccountMenu me={me.value} />
            </>
          )}
        </nav>
      </div>
    </header>
  )
}

function StrangersWays() {
  return (
    <>
      <a href="/login" class="btn btn-ghost btn-sm px-2.5">
        {text.frame.signIn}
      </a>
      <a href="/join" class="btn btn-primary btn-sm px-3">
        {text.frame.join}
      </a>
    </>
  )
}
