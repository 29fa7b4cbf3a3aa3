/**
 * What a thermometer's name says beside the words of `place-words.ts`. Lower case and without accents, as names are
 * compared. Data alone: `place-evidence.ts` reads it.
 */
/* @__NO_SIDE_EFFECTS__ */ const words = (text: string): readonly string[] => text.split(/\s+/);

/** Temperature itself: the name of a value. */
export const TEMPERATURE_WORDS = words(
  `tem temp temps tempc tempf temperature temperatures temperatur temperaturen temperatura temperaturas temperatuur lampotila teplota
  temperaturi sicaklik isi hitastig tmp температура 温度 気温 온도`,
);

/** Says nothing of what is measured: a value, a thermometer, its maker, its number among others. */
export const NEUTRAL_WORDS = words(
  `air ambient indoor indoors inside interior current actual now value values reading readings measurement measured state sensor
  sensors probe probes thermometer thermo therm avg average mean deg degc degf degree degrees celsius fahrenheit centigrade
  fuhler sonde capteur sensore messwert wert valor valeur valore waarde датчик センサー 传感器 센서 innen innentemperatur
  interieur interno binnen inne raumtemperatur
  my our the of at in on and no nr number channel port slot input zone area module node device unit station base main
  remote gateway hub tag beacon logger client monitor multi multisensor combo climate environment env thermohygrometer
  hygrometer weather thing item point data home house haus casa maison huis building wifi ble bluetooth usb
  left right front back rear top bottom upper lower middle center centre north south east west first second third spare
  product products currently params reply statuses local
  measure tempin tempinf tempinc tempout motion presence occupancy contact door window leak plug outlet smoke light switch button
  new old big small desk shelf ceiling corner
  ds bme bmp bmx sht shtc htu dht aht hdc mcp esp scd sps sen mlx ntc rtd lm onewire wire dallas bosch
  shelly tasmota esphome sonoff aqara xiaomi mijia lywsd lumi hue philips tuya switchbot govee ruuvi ruuvitag sensorpush inkbird
  netatmo ecobee nest tado honeywell lyric resideo hive eve fibaro aeotec aeon zooz zwave zigbee ikea vindstyrka timmerflotte ecowitt
  davis acurite lacrosse oregon bresser tfa thermopro homematic danfoss eurotronic moes heiman reality thirdreality smartthings
  samsung homey hubitat homekit apple echo alexa google dyson awair airthings wave airgradient airvisual uhoo foobot qingping
  cleargrass purpleair mysa sinope stelpro wyze ring yolink milesight dragino elsys decentlab adeunis enocean efento monnit
  sensaphone tempstick stick arduino raspberry pi pico feather wemos nodemcu lolin adafruit sparkfun seeed grove`,
);

/** Rooms and spaces that `place-words.ts` has no limits for; enough to say that a place is meant. */
export const SPACE_WORDS = words(
  `laundry utility loft intemp insidetemp indoortemp roomtemp spacetemp housetemp zonetemp cabin cottage lodge chalet library gym workshop study foyer entry entrance entryway pantry mudroom sunroom
  conservatory playroom family master kids kid child children baby boy boys girl girls son daughter mom dad mum parents
  bed bedrooms landing stairs stairwell staircase wardrobe toilet wc powder sauna spa pool tub bar theater theatre cinema media
  game games music craft crafts sewing hobby storage storeroom store shop stall barn stable coop kennel nook alcove annex annexe
  extension wing level story storey crawlspace vault server rack van rv camper caravan trailer boat yacht marina
  church chapel school classroom clinic ward kitchenette sleeping dressing breakfast dinner drawing sitting reception lobby
  conference meeting gang eingang waschkuche waschraum hauswirtschaftsraum hobbyraum gastezimmer werkstatt wintergarten kammer
  abstellkammer vorratskammer treppe treppenhaus dusche toilette klo eltern kind kinder ferienhaus hutte stall
  entree buanderie cellier escalier toilettes bibliotheque atelier veranda chalet
  entrada lavanderia escalera biblioteca taller atico cabana aseo recibidor vestibulo lavadero salon habitacion
  ingresso bagno scala studio mansarda taverna ripostiglio
  hal trap wasruimte bijkeuken serre slaap
  tvattstuga hallen farstukvist hytte stuga mokki eteinen sauna
  przedpokoj korytarz predsin chodba прихожая коридор детская дача antre koridor salon cocuk
  玄関 廊下 子供部屋 洗面所 トイレ 走廊 儿童房 卫生间 현관 복도
  salle motorhome larder corridor scullery hangar warehouse laboratory lab kiosk booth parlor parlour flat eaves subfloor vanity roof void
  cabinet cupboard sump pit rental airbnb bedside sofa couch windowsill sill mancave granny outhouse outbuilding gazebo deck dorm
  dormitory bunk bunkhouse sickroom vestry cloakroom boathouse guesthouse summerhouse springhouse milkhouse henhouse firehouse
  grange combles chaufferie degagement bad heizungsraum heizungskeller heizraum technikraum gaste kriechkeller abstellraum speisekammer
  dachgeschoss obergeschoss erdgeschoss untergeschoss
  bodega cuarto alacena trastienda ufficio camerino loggia overloop voorraadkast wijnkelder forrad kaelder entre bryggers sommerhus
  vaskerom bod vintti tyohuone kodinhoitohuone vaatehuone varasto pralnia dom domek spizarnia altana kancelar pradelna dum chata
  komora прачечная дом дача кладовка кухня pince padlas konyha furdoszoba nappali haloszoba folyoso iroda mosokonyha haz kamra bodrum
  ofis kiler porao sotao despensa corredor escritorio adega 屋根裏 地下 支下室 储藏室 阳台 지하실 다용도실 베란다`,
);

/** Of two words, next to each other, that say nothing alone. */
export const SPACE_PAIRS = words(
  `pump_house spring_house well_house summer_house guest_house lean_to sous_sol`,
);

/** Worked out from readings, and so the temperature of no place. */
export const COMPUTED_WORDS = words(
  `dew dewpoint dewp frostpoint feels feel feelslike windchill chill wetbulb bulb heatindex humidex apparent wbgt utci
  td tdew tdewpoint departure tendency setpoint target offset calibration threshold hysteresis forecast predicted prediction
  taupunkt rosee rocio rugiada dauwpunt daggpunkt duggpunkt kastepiste rosy gefuhlt ressenti sensacion percepita`,
);

/** Of two words, next to each other. */
export const COMPUTED_PAIRS = words(`heat_index wind_chill wet_bulb dew_point frost_point set_point`);

/** Right before a word for temperature, or anywhere behind it: what was, and not what is. */
export const STATISTIC_WORDS = words(
  `min max minimum maximum lowest highest low high diff difference delta trend change changes record yesterday error tl th
  limit alarm alert spread range variance`,
);

/** Parts of machines, and what flows in them. */
export const MACHINE_WORDS = words(
  `oil lube coolant evaporator evap condenser refrigerant suction discharge compressor collector solar brine glycol antifreeze inverter
  mppt mosfet heatsink transformer rectifier engine motor gearbox transmission turbine alternator generator genset exhaust flue
  chimney burner cpu gpu chip mcu die soc pcb core processor battery batt charger bms cell nvme ssd hdd disk disc drive chipset
  motherboard vrm geothermal groundloop defrost coil liquidline subcool superheat
  nozzle extruder hotend toolhead spindle tool
  verdampfer verdichter kaltemittel sole kollektor abgas
  evaporateur condenseur capteursolaire evaporador condensador compresor colector aceite`,
);

/** Beds in which nobody sleeps. */
export const PRINTER_PAIRS = words(`printer_bed heater_bed heat_bed print_bed temp_bed temperature_bed`);

export const MACHINE_PAIRS = words(
  `supply_air return_air extract_air ground_loop source_in source_out brine_in brine_out heater_bed liquid_line hot_gas heat_sink heat_exchanger`,
);

/** Services that know the weather, whatever they call it. */
export const WEATHER_SERVICES = words(
  `openweathermap openweather owm accuweather darksky weatherapi weatherbit wunderground weathercom metno yrno meteoblue
  tomorrowio openmeteo visualcrossing pirateweather buienradar aemet meteofrance dwd noaa nws`,
);
