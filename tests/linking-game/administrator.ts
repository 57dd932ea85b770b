import type { Data, Person } from '../support/kit'
import { Device } from './device'

/** A moderator's browser. */
export class Administrator extends Device {
  constructor(person: Person) {
    super(person.id, person, null)
  }

  /** All of a list that has pages by number. */
  async all(path: string, pick: (data: Data) => Data[]): Promise<Data[]> {
    const rows: Data[] = []
    for (let page = 1; ; page++) {
      const { data } = await this.get(`${path}${path.includes('?') ? '&' : '?'}limit=100&page=${page}`)
      const found = pick(data) ?? []
      rows.push(...found)
      if (found.length < 100) return rows
    }
  }
}
