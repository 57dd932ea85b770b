import type { ComponentChildren } from 'preact'
import { settingsText } from '../../texts/settings'
import {
  aliasSection,
  checklistSection,
  eitherSection,
  type FieldSection,
  helpLinesSection,
  holdingSection,
  linkDomainsSection,
  newAccountSection,
  type Props,
  pageSection,
  pictureSection,
  signUpSection,
  switchSection,
} from './field-settings'
import { ListSettings } from './list-settings'
import { RemovalReasonsSetting } from './removal-reasons'
import type { ListSetting } from './settings'
import { maySet } from './settings-form'
import { ThresholdSettings } from './thresholds'
import { AddressTrialSection, MailTestSection } from './trials'

/** A section that is more than fields. */
type OwnSection = { name: string; words: { title: string }; show: (props: Props) => ComponentChildren }

/** In the order of the page: who gets in, what may be written, what is decided, what the campus says. */
export function settingSections(): readonly (FieldSection | OwnSection)[] {
  const words = settingsText
  const list = (name: ListSetting): OwnSection => ({
    name,
    words: { title: words.lists.titles[name] },
    show: (props) => <ListSettings name={name} {...props} />,
  })
  return [
    signUpSection(),
    ...(maySet() ? [{ name: 'addresses', words: words.addresses, show: () => <AddressTrialSection /> }] : []),
    eitherSection('readers', words.readers, 'members', 'public'),
    eitherSection('collegeDomains', words.collegeDomains, 'superadmin', 'admin'),
    eitherSection('administratorPasskeys', words.passkeys),
    list('topics'),
    newAccountSection(),
    aliasSection(),
    pictureSection(),
    switchSection('contentPatterns', words.patterns),
    linkDomainsSection(),
    { name: 'toxicityThresholds', words: words.thresholds, show: (props) => <ThresholdSettings {...props} /> },
    holdingSection(),
    list('reportReasons'),
    { name: 'removalReasons', words: words.removalReasons, show: (props) => <RemovalReasonsSetting {...props} /> },
    helpLinesSection(),
    pageSection('rulesPage'),
    pageSection('privacyPage'),
    pageSection('contactPage'),
    pageSection('moderationPage'),
    eitherSection('transparency', words.transparency),
    eitherSection('notifications', words.notifications),
    ...(maySet() ? [{ name: 'mailTest', words: words.mailTest, show: () => <MailTestSection /> }] : []),
    switchSection('mails', words.mails),
    list('feedbackTypes'),
    ...(maySet() ? [checklistSection()] : []),
  ]
}
