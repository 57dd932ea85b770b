import type { ComponentChildren } from 'preact'
import { Time } from '../../../app/components/time'
import { me } from '../../../app/lib/accounts/me'
import { language } from '../../../app/texts/catalogue'
import { collegeName } from '../../lib/accounts/people'
import type { Person } from '../../lib/accounts/person-rules'
import { accountsText } from '../../texts/accounts'

export function PersonFacts({ person: { id, email, role, collegeId, branch, karma, createdAt } }: { person: Person }) {
  const words = accountsText.person
  return (
    <section aria-label={words.facts} class="border-base-300 rounded-box border p-4">
      <dl class="grid grid-cols-2 gap-x-6 gap-y-3 xl:grid-cols-3">
        <Fact name={words.email} isLong>
          {email}
          {me.value?.role !== 'superadmin' && <span class="text-base-content/80 block text-sm">{words.masked}</span>}
        </Fact>
        <Fact name={words.college} isLong>
          {collegeName(collegeId) ?? '…'}
        </Fact>
        <Fact name={words.role}>{accountsText.roles[role]}</Fact>
        <Fact name={words.branch}>{branch || '–'}</Fact>
        <Fact name={words.karma}>{karma.toLocaleString(language.value)}</Fact>
        <Fact name={words.joined}>
          <Time of={createdAt} />
        </Fact>
        <Fact name={words.id} isLong>
          <code class="text-sm">{id}</code>
        </Fact>
      </dl>
    </section>
  )
}

type FactProps = { name: string; isLong?: boolean; children: ComponentChildren }

const Fact = ({ name, isLong = false, children }: FactProps) => (
  <div class={isLong ? 'col-span-2 xl:col-span-1' : ''}>
    <dt class="text-base-content/80 text-sm">{name}</dt>
    <dd class="font-medium">{children}</dd>
  </div>
)
