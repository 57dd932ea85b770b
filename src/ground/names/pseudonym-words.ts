const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * The words of pseudonyms. They are friendly for everybody: no word is about bodies, minds, origins, beliefs, illness,
 * sex or violence, about colour or size; no animal is an insult, in English or in Hindi; no adjective is a flavour.
 * Every adjective fits every animal. Sorted; at most ten letters, so that names stay short.
 */
export const ADJECTIVES = words(`
  adept affable agreeable alert alpine amazing amiable amicable amused attentive autumnal avid awesome
  balanced beaming benevolent blissful bold brave breezy brisk buoyant busy calm candid cantering carefree careful
  caring chatty cheerful cheering cheery chiming chirping chuckling climbing coastal comforting comfy composed
  confident constant content cordial cosmic cosy courageous courteous creative curious cycling dancing daring
  dauntless dawning dedicated delighted delightful dependable diligent diplomatic doodling dreaming dreamy drifting
  dynamic eager earnest elated eloquent energetic epic evergreen excellent exploring fanciful fantastic fearless
  festive focused forgiving forthright friendly gallant galloping gardening generous genial gentle genuine glad
  gleaming gleeful gliding glittering glorious graceful gracious grateful gregarious grinning groovy guiding happy
  harmonic harmonious helpful heroic hiking hillside honest hopeful hospitable humming humorous ideal innovative
  inspired inspiring intrepid inventive jaunty jazzy jogging jolly journeying jovial joyful joyous jubilant juggling
  kayaking keen kind kindly knitting lakeside laughing leafy leaping legendary leisurely lilting listening lively
  loyal lucky luminous lunar lyrical mannerly maritime marvellous meandering mellow melodious merry methodical
  meticulous mirthful misty moonlit mossy musical musing napping nautical neat nifty nimble oceanic optimistic
  orbiting orderly outgoing paddling painting peaceable peaceful peppy placid playful pleasant plucky poetic poised
  polite precise punctual quiet quipping rainy reading reassuring reflective relaxed reliable remarkable
  renowned resilient respectful restful rhyming rhythmic riverside roaming roving rustling sailing sauntering
  scribbling seafaring seaside serene sharing silent sincere singing skating sketching skilful skipping skyward
  smiling snug soaring sociable solar soothing sparkling sparkly spirited splendid stargazing starlit starry steadfast
  steady stellar storied strolling subtle summery sunlit sunward superb supportive tactful terrific thankful thorough
  thoughtful thrilled thriving tidy timely tireless touring tranquil travelling trekking trilling trustful trusty
  truthful tuneful twirling undaunted unhurried unwavering upbeat uplifting valiant verdant vernal vibrant
  vivid voyaging waltzing wandering warbling watchful waving weaving whimsical whispering whistling wintry wonderful
  wondering wondrous woodland writing yodelling zestful zippy`)

/** Animals by the emoji of the animal or of its family. */
export const ANIMALS_BY_EMOJI: Readonly<Record<string, readonly string[]>> = {
  '🐱': words('bobcat cat wildcat'),
  '🐅': words('tiger'),
  '🐆': words('jaguar leopard ocelot serval'),
  '🦁': words('caracal lion lynx puma'),
  '🦊': words('fennec'),
  '🐼': words('panda'),
  '🐨': words('koala wombat'),
  '🦘': words('bilby kangaroo quokka wallaby'),
  '🐿️': words('chipmunk marmot squirrel'),
  '🐹': words('agouti capybara chinchilla hamster'),
  '🐰': words('pika rabbit'),
  '🦔': words('echidna hedgehog porcupine'),
  '🦡': words('badger meerkat mongoose'),
  '🦦': words('ermine marten otter platypus'),
  '🦌': words('antelope barasingha caribou chital deer eland elk gazelle gnu impala kudu oryx reindeer saiga'),
  '🫎': words('moose'),
  '🐐': words('chamois goral ibex markhor serow tahr takin'),
  '🦒': words('okapi'),
  '🐎': words('foal mustang pony'),
  '🦄': words('unicorn'),
  '🦙': words('alpaca llama vicuna'),
  '🐬': words('dolphin porpoise'),
  '🐋': words('narwhal'),
  '🦭': words('seal'),
  '🦅': words('caracara condor eagle falcon kestrel osprey shikra'),
  '🦆': words('duck eider garganey grebe mallard merganser pochard shelduck teal'),
  '🦢': words('swan'),
  '🦩': words('flamingo ibis spoonbill'),
  '🐧': words('auk auklet guillemot penguin puffin'),
  '🦜': words('kea lorikeet macaw parakeet rosella'),
  '🕊️': words('dove'),
  '🦚': words('francolin monal partridge pheasant tragopan'),
  '🐦': words(`
    accentor avocet barbet bunting canary cassowary curlew dunlin emu fieldfare finch firecrest flycatcher goldcrest
    goldfinch iora jacana kingfisher kittiwake koel kookaburra lapwing lark linnet magpie minivet myna nightjar oriole
    ovenbird pelican petrel pipit plover quetzal sandpiper skylark sparrow starling sunbird swift tailorbird tanager
    tern toucan treepie vireo warbler waxwing weaverbird whimbrel wren`),
  '🐝': words('bee bumblebee honeybee'),
  '🐞': words('ladybird'),
  '🪲': words('beetle firefly'),
  '🦋': words('butterfly monarch'),
  '🦗': words('cicada cricket katydid mantis'),
  '🐠': words('danio guppy koi lionfish mahseer manta marlin parrotfish seahorse sunfish tetra'),
  '🐙': words('octopus'),
  '🦑': words('cuttlefish'),
  '🐚': words('nautilus'),
  '🪸': words('anemone coral'),
  '🐢': words('terrapin tortoise turtle'),
  '🦎': words('axolotl iguana newt salamander'),
  '🐊': words('caiman gharial'),
  '🐉': words('dragon'),
}
