import { me } from '../../../app/lib/me'
import { Avatar } from '../../../app/ui/avatar'
import { useFilters, useListPage } from '../../lib/page'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { Filters, ListFilter, SearchField } from '../../ui/filters'
import { LoadedRows, Panel, Row } from '../../ui/panel'
import { CollegeChoice } from '../colleges/college-choice'
import { accountState, collegeName, findPeople, isAlias, type Person, ROLES } from './people'
import { RoleBadge, StateBadge } from './person-link'

export function PeoplePage() {
  const { query } = useFilters()
  const people = useListPage('console people', (page) => findPeople(query, page))
  const { list } = accountsText
  return (
    <Panel>
      <PeopleFilters />
      <LoadedRows resource={people} items={({ users }) => users} none={list.noMatches}>
        {(person) => <PersonRow person={person} />}
      </LoadedRows>
    </Panel>
  )
}

function PeopleFilters() {
  const { list, roles, states, person } = accountsText
  const { state, everyState } = consoleText.words
  return (
    <div class="flex flex-col gap-2">
      <Filters>
        <SearchField label={list.search} />
        <ListFilter name="role" label={person.role} values={['', ...ROLES]} words={{ '': list.everyRole, ...roles }} />
        <ListFilter
          name="blocked"
          label={state}
          values={['', 'false', 'true']}
          words={{ '': everyState, false: states.active, true: list.restricted }}
        />
        <CollegeChoice />
      </Filters>
      <p class="text-base-content/80 text-sm">{list.searchHint}</p>
    </div>
  )
}

function PersonRow({ person }: { person: Person }) {
  const { list } = accountsText
  const { id, username, role, email, collegeId, branch, karma } = person
  const about = isAlias(person)
    ? [accountsText.person.alias, collegeName(collegeId)]
    : [email, branch, collegeName(collegeId), list.karma(karma)]
  return (
    <Row>
      <span class="flex min-w-0 grow basis-64 items-center gap-3">
        <Avatar name={username} />
        <span class="min-w-0">
          <span class="flex flex-wrap items-center gap-x-2">
            <a href={`/console/people/${id}`} class="link link-hover font-semibold after:absolute after:inset-0">
              {username}
            </a>
            {id === me.value?.id && <span class="text-base-content/80 text-sm">({list.you})</span>}
            <RoleBadge role={role} />
          </span>
          <span class="text-base-content/80 block text-sm">{about.filter(Boolean).join(' · ')}</span>
        </span>
      </span>
      <span class={`ps-11 sm:ps-0 ${accountState(person) === 'active' ? 'max-sm:hidden' : ''}`}>
        <StateBadge person={person} />
      </span>
    </Row>
  )
}
