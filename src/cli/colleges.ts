import { storage } from '../../db/storage'
import { unattended } from '../core/audit/audit'
import { createCollege, type NewCollege } from '../core/colleges/colleges'

export function addCollege(college: NewCollege): Promise<{ name: string; emailDomain: string }> {
  return storage.write((tx) => createCollege(tx, unattended('cli'), college))
}
