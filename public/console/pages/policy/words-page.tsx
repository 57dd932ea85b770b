import { useSignal } from '@preact/signals'
import { Loaded, Nothing, Pager, Panel, Rows } from '../../components/panel'
import { SearchField } from '../../components/search-field'
import { pageNumber, useFilters } from '../../lib/address'
import { readWords } from '../../lib/policy/words'
import { useResource } from '../../lib/resource'
import { policyText } from '../../texts/policy'
import { WordDialog, WordRow } from './word-row'
import { WordTrial } from './word-trial'

export function WordsPage() {
  const { query } = useFilters()
  const words = useResource('console-words', () => readWords(query.query, pageNumber(query)))
  const isAdding = useSignal(false)
  const { list } = policyText
  const changed = () => words.load()
  return (
    <Panel
      title={list.title}
      actions={
        <button type="button" class="btn btn-primary btn-sm" onClick={() => (isAdding.value = true)}>
          {list.add}
        </button>
      }
    >
      <p class="text-base-content/80 -mt-3">{list.lead}</p>
      <WordDialog open={isAdding} onDone={changed} />
      <WordTrial />
      <div class="flex">
        <SearchField label={list.search} />
      </div>
      <Loaded resource={words}>
        {({ words: found, pagination }) =>
          found.length === 0 ? (
            <Nothing>{query.query ? list.noneFound : list.none}</Nothing>
          ) : (
            <>
              <Rows>
                {found.map((word) => (
                  <WordRow key={word.id} word={word} onChange={changed} />
                ))}
              </Rows>
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
