import { t } from 'elysia'
import { branch, college, collegeRequest } from '../../core/colleges/schemas'
import { faultMessage, named, uuid, webAddress } from '../../lib/schema'

export const CollegeParams = t.Object({ id: uuid() })

export const BranchParams = t.Object({ id: uuid() })

export const RequestParams = t.Object({ id: uuid() })

export const AlertParams = t.Object({ id: uuid() })

export const Colleges = t.Array(college, { maxItems: 1000 })

export const Branches = t.Array(branch, { maxItems: 1000 })

export const CollegeRequests = t.Array(collegeRequest, { maxItems: 1000 })

export const UploadPicture = t.Object({
  profile: t.File(faultMessage('uploads.oneImage')),
})

export const PictureUploaded = named('PictureUploaded', t.Object({ url: webAddress }))
