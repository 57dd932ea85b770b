import { expect } from 'bun:test'
import fc from 'fast-check'
import { scenarios } from './scenario'
import { type Program, Simulation } from './simulation'
import { violations } from './violations'

/** The property that a write queue keeps its promises, whatever fails and in whichever order events come. */
export const keepsItsPromises = (program: Program, onRun: (simulation: Simulation) => void = () => undefined) =>
  fc.asyncProperty(fc.scheduler(), scenarios, async (scheduler, scenario) => {
    const simulation = new Simulation(program, scenario, scheduler)
    await simulation.run()
    onRun(simulation)
    expect(violations(simulation)).toEqual([])
  })
