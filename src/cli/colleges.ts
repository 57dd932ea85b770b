import { storage } from '../../db/storage'
import { createCollege, type NewCollege } from '../core/colleges/colleges'
import { unattended } from '../core/audit/audit'

export function addCollege(college: NewCollege): Promise<{ name: string; emailDomain: string }> {
  return storage.write((tx) => createCollege(tx, unattended('cli'), college))
}
