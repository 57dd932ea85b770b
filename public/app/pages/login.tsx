import { useLocation } from 'preact-iso'
import { Notice } from '../parts/notice'
import { Page } from '../parts/page'

type Explanation = { title: string; text: string; way: string }

const LATER = 'Try again in a few minutes. If it goes on, tell the people who run this Quad.'

/** What the sign-in through the identity provider of the campus ends with when it fails, in plain words. */
const EXPLANATIONS: Record<string, Explanation> = {
  COLLEGE_NOT_FOUND: {
    title: 'Your college is not here',
    text: 'No college on this Quad uses the domain of your e-mail address.',
    way: 'Sign in with the address that your college gave you, or ask the people who run this Quad to add the college.',
  },
  INVALID_EMAIL: {
    title: 'This is not a student address',
    text: 'The address that the sign-in service handed over is not one that students of this campus have.',
    way: 'Sign in there with your student address, not with a private or staff one.',
  },
  DISPOSABLE_EMAIL: {
    title: 'Disposable addresses are not accepted',
    text: 'The address belongs to a service for throw-away mail.',
    way: 'Sign in with the address that your college gave you.',
  },
  NOT_VERIFIED: {
    title: 'Your address has not been verified',
    text: 'The sign-in service could not confirm that the e-mail address is yours.',
    way: 'Verify the address with that service first, then sign in again.',
  },
  INVALID_TOKEN: {
    title: 'The sign-in took too long',
    text: 'It was begun too long ago, in another browser, or was finished already.',
    way: 'Begin again from the start, in one window, with cookies allowed.',
  },
  FEATURE_DISABLED: {
    title: 'This way of signing in is switched off',
    text: 'This Quad is not connected to a sign-in service.',
    way: 'Sign in with e-mail and password, or with a code by mail.',
  },
  USER_BLOCKED: {
    title: 'Your account is blocked',
    text: 'A moderator has blocked the account.',
    way: 'If you think that this is a mistake, write to the people who run this Quad.',
  },
  RATE_LIMITED: { title: 'Too many attempts', text: 'There were too many sign-ins in a short time.', way: LATER },
  INTERNAL: { title: 'Something went wrong on our side', text: 'The sign-in could not be finished.', way: LATER },
}

const OTHER: Explanation = {
  title: 'The sign-in did not work',
  text: 'It was broken off before it was finished.',
  way: 'Begin again from the start.',
}

const explain = (code: string): Explanation => (Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code]! : OTHER)

export function LoginPage() {
  const { error } = useLocation().query
  return (
    <Page title="Sign in">
      {error !== undefined && <SignInError {...explain(error)} />}
      <p>
        The sign-in form of the web client comes with the next release. Until then the API signs you in; its
        documentation shows how, and lets you try.
      </p>
      <div class="flex flex-wrap gap-3">
        <a href="/api/v1/docs" class="btn btn-primary w-full sm:w-auto">
          Read the API documentation
        </a>
        <a href="/" class="btn btn-outline w-full sm:w-auto">
          To the home page
        </a>
      </div>
    </Page>
  )
}

function SignInError({ title, text, way }: Explanation) {
  return (
    <Notice kind="error" title={title}>
      <p>{text}</p>
      <p>{way}</p>
    </Notice>
  )
}
