import { describePages } from '../../support/browser'
import { useEveryPage } from '../../support/every-page'

const { root, walks, MODERATORS } = await useEveryPage()

describePages('every page of the console fits the narrowest phone and the largest letters:', () => {
  walks('for a superadmin', root, MODERATORS)
})
