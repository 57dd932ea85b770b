import type { ComponentChildren } from 'preact'
import { FailureNotice } from '../../app/components/failure-notice'
import { LineSkeletons } from '../../app/components/skeleton'
import type { Resource } from '../lib/resource'

type Props<Data> = { resource: Resource<Data>; children: (data: Data) => ComponentChildren }

/** The data of a resource; a skeleton until it is loaded, the failure if it is not. */
export function Loaded<Data>({ resource, children }: Props<Data>) {
  const { data, failure, loading } = resource
  return (
    <div aria-busy={loading.value} class="flex flex-col gap-4">
      {failure.value && <FailureNotice failure={failure.value} retry={() => resource.load()} />}
      {data.value === undefined ? !failure.value && <LineSkeletons /> : children(data.value)}
    </div>
  )
}
