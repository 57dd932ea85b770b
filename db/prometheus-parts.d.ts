declare module '@prometheus-io/client/lib/counter' {
  import { Counter } from '@prometheus-io/client'
  export = Counter
}

declare module '@prometheus-io/client/lib/gauge' {
  import { Gauge } from '@prometheus-io/client'
  export = Gauge
}

declare module '@prometheus-io/client/lib/histogram' {
  import { Histogram } from '@prometheus-io/client'
  export = Histogram
}

declare module '@prometheus-io/client/lib/registry' {
  import { register } from '@prometheus-io/client'
  export const globalRegistry: typeof register
}
