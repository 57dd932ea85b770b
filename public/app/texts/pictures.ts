import { catalogue } from './catalogue'

/** The picture of a post. */
export const picturesText = catalogue({
  field: {
    title: ['Picture', 'फ़ोटो'],
    choose: ['Add a picture', 'फ़ोटो जोड़ें'],
    take: ['Take a photo', 'फ़ोटो खींचें'],
    remove: ['Remove picture', 'फ़ोटो हटाएँ'],
    alt: ['What does it show?', 'इसमें क्या दिख रहा है?'],
    altWhy: [
      'Read out to people who can’t see it, and shown where it doesn’t load.',
      'जो इसे देख नहीं सकते उन्हें पढ़कर सुनाया जाता है, और जहाँ फ़ोटो न खुले वहाँ दिखता है।',
    ],
    care: [
      'Faces, screens, places and notices on walls can give somebody away. Blur them: it happens on this device, for good.',
      'चेहरों, स्क्रीन, जगहों और दीवार पर लगे नोटिस से किसी की पहचान हो सकती है। इन्हें धुंधला करें: यह इसी डिवाइस पर होता है, हमेशा के लिए।',
    ],
    blur: ['Blur an area', 'कोई हिस्सा धुंधला करें'],
    blurHow: ['Drag across what nobody should see.', 'जो किसी को न दिखे, उस पर उँगली या माउस खींचें।'],
    blurKeys: [
      'Arrow keys move an area, with Shift they resize it, Delete removes it.',
      'ऐरो हिस्से को खिसकाते हैं, Shift के साथ आकार बदलते हैं, Delete हटाता है।',
    ],
    area: [(number: number) => `Blurred area ${number}`, (number: number) => `धुंधला हिस्सा ${number}`],
    unblur: ['Remove blur', 'धुंधलापन हटाएँ'],
    preparing: ['Preparing the picture…', 'फ़ोटो तैयार हो रही है…'],
    sending: ['Sending the picture…', 'फ़ोटो भेजी जा रही है…'],
    unreadable: [
      'This browser can’t open that file. Choose a JPEG, PNG or WebP picture.',
      'यह ब्राउज़र इस फ़ाइल को नहीं खोल सकता। JPEG, PNG या WebP फ़ोटो चुनें।',
    ],
    lost: ['The picture isn’t on this device any more. Choose it again.', 'फ़ोटो अब इस डिवाइस पर नहीं है। इसे फिर से चुनें।'],
  },
  view: {
    title: ['Picture', 'फ़ोटो'],
    open: ['Show larger', 'बड़ा देखें'],
  },
  hidden: {
    undescribed: ['A picture without a description', 'बिना विवरण वाली फ़ोटो'],
    described: [(alt: string) => `Picture: ${alt}`, (alt: string) => `फ़ोटो: ${alt}`],
    show: ['Show picture', 'फ़ोटो दिखाएँ'],
  },
})
