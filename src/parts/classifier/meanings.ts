import { LABELS, type Label } from './labels'

/** By words of a rule or of a reason for a report, because the settings and reporters name reasons of their own. */
const MEANT: Record<Label, RegExp> = {
  harassment: /harass|bully|abus|insult|उत्पीड़न|सताना|गाली|अपमान/iu,
  threat: /threat|violen|weapon|धमकी|हिंसा/iu,
  hate: /\bhate|hateful|racis|caste|slur|नफ़रत|नफरत|जाति/iu,
  sexual: /sexual|nud(e|ity)|porn|यौन|अश्लील/iu,
  'self-harm': /self.?harm|suicid|आत्महत्या|ख़ुद को|खुद को/iu,
  spam: /spam|advert|scam|स्पैम|विज्ञापन|ठगी/iu,
  doxxing: /\bdox|personal (data|detail|info)|private (data|detail|info)|निजी/iu,
}

export const labelsMeant = (reason: string): Label[] => LABELS.filter((label) => MEANT[label].test(reason))
