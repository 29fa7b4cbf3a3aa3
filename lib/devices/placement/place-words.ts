import type { Placement } from "../../../schema/vocabulary.ts";

/**
 * What places are called, in the languages that homes name them in: English, German, French, Spanish, Italian,
 * Portuguese, Dutch, the Nordic ones, Polish, Czech, Russian, Turkish, Japanese, Chinese and Korean. Lower case and without
 * accents, as names are compared. Data alone: `name-guess.ts` reads it.
 */
/* @__NO_SIDE_EFFECTS__ */ const words = (text: string): readonly string[] => text.split(" ");

/** Water in reach of frost. It wins over whatever else a name says, in any of the names. */
export const PIPE_WORDS = words(
  "pipe pipes piping plumbing plumber water waterline sink faucet tap taps spigot hydrant sprinkler hose bib bibb " +
    "valve wall walls well wellhouse pumphouse boiler cistern standpipe meter " +
    "rohr rohre leitung wasserleitung wasserhahn wasserzahler pumpenhaus brunnen tuyau tuyaux robinet plomberie eau " +
    "tuberia tuberias agua grifo fontaneria tubo tubi tubatura tubazione acqua rubinetto cano canos encanamento torneira " +
    "waterleiding leiding kraan watermeter vattenror ror vatten vannror vannledning vand vandror putki vesiputki vesi " +
    "rura rury woda kran potrubi trubka voda vodovod труба трубы вода водопровод кран boru borusu musluk " +
    "水道 水道管 配管 蛇口 水管 水龙头 수도 배관 수도관",
);

/** A place of its own inside or beside what the other words name: "freezer room", "garage apartment". */
export const ROOM_WORDS = words(
  "room rooms bedroom livingroom office apartment suite studio playroom den nursery lounge hall hallway living dining " +
    "guest floor upstairs downstairs closet basement cellar keller thermostat " +
    "zimmer wohnzimmer schlafzimmer kinderzimmer arbeitszimmer esszimmer gastezimmer buro flur diele " +
    "salon sejour chambre bureau couloir cave sotano habitacion dormitorio despacho pasillo " +
    "salotto soggiorno camera corridoio cantina quarto sala escritorio woonkamer slaapkamer kantoor gang kelder " +
    "vardagsrum sovrum kontor kallare stue soverom sovevaerelse kjeller olohuone makuuhuone kellari " +
    "pokoj salonik sypialnia biuro piwnica obyvak loznice pokoje sklep " +
    "гостиная спальня комната кабинет подвал salonu oturma odasi " +
    "居間 寝室 部屋 書斎 リビング 客厅 卧室 书房 地下室 거실 침실 서재",
);

export const PLACE_WORDS: readonly (readonly [Placement, readonly string[]])[] = [
  [
    "freezer",
    words(
      "freezer freezers deepfreeze deepfreezer icebox gefrierschrank gefriertruhe gefrierfach gefrierer tiefkuhler " +
        "tiefkuhltruhe tiefkuhlschrank kuhltruhe congelador congelateur congelatore arca vriezer diepvries vrieskist " +
        "frys frysbox fryser pakastin zamrazarka mrazak mraznicka морозилка морозильник dondurucu " +
        "冷凍庫 冷凍 冷冻 冰柜 냉동고 냉동",
    ),
  ],
  [
    "fridge",
    words(
      "fridge fridges refrigerator refrigerators minifridge kuhlschrank frigo refrigerador frigorifero frigorifico " +
        "refrigerateur nevera heladera geladeira koelkast kyl kylskap kjoleskap koleskab jaakaappi lodowka lednice " +
        "chladnicka холодильник buzdolabi 冷蔵庫 冷蔵 冰箱 냉장고",
    ),
  ],
  [
    "bathroom",
    words(
      "bathroom bath shower ensuite restroom washroom badezimmer bano bagno banheiro badkamer badrum badevaerelse " +
        "kylpyhuone lazienka koupelna ванная banyo 浴室 風呂 욕실",
    ),
  ],
  [
    "kitchen",
    words(
      "kitchen kitchenette kuche cuisine cocina cucina cozinha keuken kok kjokken kokken keittio kuchnia " +
        "kuchyn kuchyne кухня mutfak 台所 キッチン 厨房 주방 부엌",
    ),
  ],
  [
    "greenhouse",
    words(
      "greenhouse glasshouse polytunnel hothouse coldframe gewachshaus treibhaus serre serra invernadero kas " +
        "broeikas vaxthus drivhus kasvihuone szklarnia sklenik теплица sera 温室 온실",
    ),
  ],
  [
    "unheated",
    words(
      "crawl crawlspace attic garage garages shed barn carport outbuilding unheated dachboden speicher schuppen scheune " +
        "grenier cabanon garaje desvan trastero garagem soffitta zolder schuur vind garaget ullakko autotalli strych " +
        "garaz puda kulna гараж чердак сарай garaj cati 車庫 ガレージ 物置 车库 阁楼 차고 다락",
    ),
  ],
  [
    "outdoor",
    words(
      "outdoor outdoors outside exterior external balcony terrace patio aussen draussen aussentemperatur balkon terrasse " +
        "exterieur dehors balcon fuera terraza esterno fuori balcone terrazza balcao varanda terraco buiten terras ute utomhus " +
        "balkong altan utendors ude ulkona parveke zewnatrz balkonowy venku balkonek улица балкон терраса disari " +
        "garden yard backyard frontyard courtyard porch veranda lawn garten vorgarten innenhof jardin giardino cortile jardim " +
        "quintal tuin tradgard hage puutarha piha ogrod podworko zahrada сад двор bahce avlu " +
        "屋外 外気 ベランダ バルコニー 庭先 裏庭 中庭 室外 阳台 院子 실외 베란다 발코니 마당",
    ),
  ],
];

/** What a name may say beside "outdoor" and still mean the air outdoors and nothing else. */
export const BESIDE_OUTDOOR_WORDS = words(
  "temp temps temperature humidity hum air sensor thermometer probe the north south east west side weather station " +
    "shade f c degf degc deg ambient temperatur fuhler luft sonde capteur sensore temperatura temperatuur " +
    "teplota температура датчик sicaklik 温度 気温 センサー 온도",
);
