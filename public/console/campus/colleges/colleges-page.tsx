import { api, envelope } from '../../../app/lib/api'
import { conflictInWords } from '../../../app/lib/form'
import { loadInstance } from '../../../app/lib/instance'
import { Icon } from '../../../app/ui/icon'
import { mayChangeDomains } from '../../lib/overview'
import { useFilters, useResource } from '../../lib/page'
import { collegesText } from '../../texts/colleges'
import { consoleText } from '../../texts/console'
import { SearchField } from '../../ui/filters'
import { LoadedRows, Panel, Row, RowButtons, RowDialog } from '../../ui/panel'
import { DeleteButton } from '../../ui/record-dialog'
import { SuperadminsOnly } from './college-choice'
import { CollegeButton } from './college-dialogs'
import { LookButton, PictureDialog } from './college-look'
import { type Branch, type College, filterColleges, ownPicture, readCollegesAndBranches } from './colleges'

export function CollegesPage() {
  const resource = useResource('console-colleges', readCollegesAndBranches)
  const { query = '' } = useFilters().query
  const { colleges } = collegesText
  // The number of colleges decides whether anybody can sign up.
  const changed = async () => {
    await Promise.all([resource.load(), loadInstance()])
  }
  return (
    <Panel actions={mayChangeDomains() && <CollegeButton branches={resource.data.value?.[1]} onDone={changed} />}>
      <SuperadminsOnly />
      <div class="flex">
        <SearchField label={colleges.search} />
      </div>
      <LoadedRows
        resource={resource}
        items={([all]) => filterColleges(query, all)}
        none={resource.data.value?.[0].length === 0 ? colleges.none : consoleText.words.noneFound}
      >
        {(college, [, branches]) => <CollegeRow college={college} branches={branches} onChange={changed} />}
      </LoadedRows>
    </Panel>
  )
}

type Props = { college: College; branches: Branch[]; onChange: () => Promise<void> }

function CollegeRow({ college, branches, onChange }: Props) {
  const { colleges, picture } = collegesText
  const { name, emailDomain, city, state } = college
  const codes = branches.filter(({ id }) => college.branches.includes(id)).map(({ code }) => code)
  return (
    <Row>
      <div class="flex min-w-0 grow basis-64 items-center gap-3">
        <CollegePicture college={college} />
        <div class="min-w-0">
          <h2 class="font-semibold">{name}</h2>
          <p class="text-base-content/80 text-sm">
            {emailDomain} · {city}, {state}
          </p>
          <p class="text-base-content/80 text-sm">
            {codes.length > 0 ? colleges.offers(codes.join(', ')) : colleges.allBranches}
          </p>
        </div>
      </div>
      <RowButtons>
        <CollegeButton college={college} branches={branches} onDone={onChange} />
        <LookButton college={college} onDone={onChange} />
        <RowDialog of={name} words={picture.change}>
          {(open) => <PictureDialog open={open} college={college} onDone={onChange} />}
        </RowDialog>
        <DeleteButton
          of={name}
          words={colleges}
          send={() => conflictInWords(envelope(api.colleges({ id: college.id }).delete()), colleges.inUse)}
          onDone={onChange}
        />
      </RowButtons>
    </Row>
  )
}

/** The picture of a college, or an icon. The name is always beside it. */
function CollegePicture({ college: { profile } }: { college: College }) {
  const path = ownPicture(profile)
  const look = 'border-base-300 rounded-field size-12 shrink-0 border'
  if (path !== undefined) return <img src={path} alt="" loading="lazy" class={`${look} object-cover`} />
  return (
    <span class={`${look} bg-base-200 text-base-content/80 grid place-items-center`}>
      <Icon name="college" class="size-5" />
    </span>
  )
}
