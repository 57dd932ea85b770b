import { FailureNotice } from '../../../app/components/failure-notice'
import { MoreButton } from '../../../app/components/more-button'
import { LineSkeletons } from '../../../app/components/skeleton'
import type { Listing } from '../../../app/lib/listing'
import type { Post } from '../../../app/lib/posts/posts'
import { ContentRow } from '../../components/moderation/content-row'
import { Rows } from '../../components/panel'
import { accountsText } from '../../texts/accounts'

export function PersonPosts({ list }: { list: Listing<Post> }) {
  const { items, begun, loading, failure } = list
  const { person } = accountsText
  return (
    <section class="flex flex-col gap-3">
      <h2 class="text-lg font-semibold">{person.posts}</h2>
      {items.value.length > 0 && (
        <Rows>
          {items.value.map((post) => (
            <ContentRow key={post.id} post={post} isOfOne />
          ))}
        </Rows>
      )}
      {begun.value && items.value.length === 0 && <p class="text-base-content/80">{person.noPosts}</p>}
      {failure.value && <FailureNotice failure={failure.value} retry={() => list.more()} />}
      {loading.value && <LineSkeletons />}
      <MoreButton list={list} class="self-start" />
    </section>
  )
}
