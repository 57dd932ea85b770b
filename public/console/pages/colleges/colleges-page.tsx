import { useSignal } from '@preact/signals'
import { loadInstance } from '../../../app/lib/instance'
import { Loaded } from '../../components/loaded'
import { Nothing, Panel, Rows } from '../../components/panel'
import { SearchField } from '../../components/search-field'
import { useFilters } from '../../lib/address'
import { filterColleges } from '../../lib/colleges/college-rules'
import { readCollegesAndBranches } from '../../lib/colleges/colleges'
import { useResource } from '../../lib/resource'
import { collegesText } from '../../texts/colleges'
import { CollegeDialog } from './college-dialog'
import { CollegeRow } from './college-row'

export function CollegesPage() {
  const resource = useResource('console-colleges', readCollegesAndBranches)
  const isAdding = useSignal(false)
  const { query = '' } = useFilters().query
  const { colleges } = collegesText
  // The number of colleges decides whether anybody can sign up.
  const changed = async () => {
    await Promise.all([resource.load(), loadInstance()])
  }
  return (
    <Panel
      title={colleges.title}
      actions={
        <button type="button" class="btn btn-primary btn-sm" onClick={() => (isAdding.value = true)}>
          {colleges.add}
        </button>
      }
    >
      <CollegeDialog open={isAdding} branches={resource.data.value?.branches ?? []} onDone={changed} />
      <div class="flex">
        <SearchField label={colleges.search} />
      </div>
      <Loaded resource={resource}>
        {({ colleges: all, branches }) => {
          const matches = filterColleges(query, all)
          if (matches.length === 0) return <Nothing>{all.length === 0 ? colleges.none : colleges.noneFound}</Nothing>
          return (
            <Rows>
              {matches.map((college) => (
                <CollegeRow key={college.id} college={college} branches={branches} onChange={changed} />
              ))}
            </Rows>
          )
        }}
      </Loaded>
    </Panel>
  )
}
