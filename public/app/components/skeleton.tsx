import { text } from '../texts/core'

const BAR = 'bg-base-300 rounded motion-safe:animate-pulse'

export function PostSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div role="status" data-coming="" class="flex flex-col gap-4">
      <span class="sr-only">{text.common.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class="border-base-300 rounded-box flex flex-col gap-3 border p-4 sm:p-5">
          <div class="flex items-center gap-2.5">
            <div class={`${BAR} size-8 rounded-full`} />
            <div class={`${BAR} h-4 w-40`} />
          </div>
          <div class={`${BAR} h-5 w-4/5`} />
          <div class={`${BAR} h-4 w-full`} />
          <div class={`${BAR} h-4 w-2/3`} />
        </div>
      ))}
    </div>
  )
}

export function LineSkeletons() {
  return (
    <div role="status" data-coming="" class="flex flex-col gap-3 py-2">
      <span class="sr-only">{text.common.loading}</span>
      <div class={`${BAR} h-4 w-1/2`} />
      <div class={`${BAR} h-4 w-full`} />
      <div class={`${BAR} h-4 w-3/4`} />
    </div>
  )
}
