import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { listPostsByCollege } from '../../forum/posts/lists'
import { PostList } from '../../forum/posts/post-list'
import { feedPath } from '../../forum/posts/posts'
import type { Failure } from '../../lib/api'
import { me } from '../../lib/me'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { accountsText } from '../../texts/accounts'
import { youText } from '../../texts/you'
import { FailureNotice, Heading, Nothing, PostSkeletons, Section, useTitle } from '../../ui/page'
import { forMembers } from '../auth/members-only'
import { type Branch, type College, fetchBranches, fetchCollege } from './colleges'
import { picturePath } from './picture'

export const CollegePage = forMembers(OwnCollege, true)

const newCollege = (id: string) => ({
  college: signal<College | null>(null),
  branches: signal<readonly Branch[]>([]),
  posts: listPostsByCollege(id),
})

function OwnCollege() {
  const id = me.value!.collegeId
  const { college, branches, posts } = useHistoryEntry('college', () => newCollege(id))
  const failure = useSignal<Failure | null>(null)
  const text = accountsText.college
  useTitle(youText.you.college)
  const read = async () => {
    failure.value = null
    if (!posts.begun.value) posts.more()
    const [about, offered] = await Promise.all([fetchCollege(id), fetchBranches(id)])
    if (!about.success) failure.value = about
    else if (!offered.success) failure.value = offered
    else {
      college.value = about.data
      branches.value = offered.data
    }
  }
  useEffect(() => {
    read()
  }, [])
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-6">
      <header class="border-base-300 flex flex-col gap-5 border-b pb-6">
        <Head college={college.value} />
        {failure.value && <FailureNotice failure={failure.value} title={text.failed} retry={read} />}
        {branches.value.length > 0 && <Branches branches={branches.value} />}
      </header>
      {/* Content that loads above the posts would push them down. */}
      {college.value === null && failure.value === null ? (
        <PostSkeletons />
      ) : (
        <Section id="posts" title={text.posts}>
          <PostList list={posts} empty={<Nothing title={text.none} />} />
        </Section>
      )}
    </div>
  )
}

/** The account already has the name before the rest has loaded. */
function Head({ college }: { college: College | null }) {
  return (
    <div class="flex items-center gap-4">
      <Picture path={picturePath(college?.profile ?? null, location.origin)} />
      <div class="min-w-0">
        <Heading class="text-2xl leading-tight font-bold">{college?.name ?? me.value?.college.name}</Heading>
        {college?.coverLine && <p class="mt-1">{college.coverLine}</p>}
        <p class="text-base-content/80 mt-1">{college ? `${college.city}, ${college.state}` : '\u00a0'}</p>
      </div>
    </div>
  )
}

function Branches({ branches }: { branches: readonly Branch[] }) {
  const text = accountsText.college
  return (
    <section aria-labelledby="branches" class="flex flex-col gap-2">
      <h2 id="branches" class="font-semibold">
        {text.branches}
      </h2>
      <p class="text-base-content/80 text-sm">{text.branchesWhy}</p>
      <ul class="flex flex-wrap gap-2">
        {branches.map(({ id, code, name }) => (
          <li key={id} class="max-w-full">
            <a href={feedPath({}, { branch: code })} class="chip whitespace-normal">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name is beside it, so a missing picture needs no replacement. */
function Picture({ path }: { path: string | undefined }) {
  const isBroken = useSignal(false)
  if (path === undefined || isBroken.value) return null
  return <img src={path} alt="" class="card size-16 shrink-0 object-cover" onError={() => (isBroken.value = true)} />
}
