/// <reference path="./prometheus-parts.d.ts" />
// The parts of Prometheus' client that Quad uses: the whole one loads HTTP, TLS and zlib, for gateways and clusters.

import Counter from '@prometheus-io/client/lib/counter'
import Gauge from '@prometheus-io/client/lib/gauge'
import Histogram from '@prometheus-io/client/lib/histogram'
import { globalRegistry } from '@prometheus-io/client/lib/registry'

export { Counter, Gauge, globalRegistry, Histogram }
