/**
 * Towns by zone and country: name (none where it is the zone's), state where towns of a country share names (none where it is that of
 * the town before), and how many twentieths of a degree it lies north and east of the town before, the zone's first one of nothing:
 * 4 km at most from where it is. From the data of city-timezones 1.3 (MIT): the largest of each country, and of every state of the USA
 * its largest seven.
 */
export const TOWN_LIST = `Africa/Abidjan CI ,,106,-81|Africa/Accra GH ,,111,-4|Africa/Addis_Ababa ET ,,181,774|Africa/Algiers DZ ,,735,61|Africa/Asmara ER ,,307,779
Africa/Bamako ML ,,253,-160|Africa/Bangui CF ,,87,371|Africa/Banjul GM Brikama,,266,-333|Africa/Bissau GW ,,237,-312
Africa/Blantyre MW Lilongwe,,-280,676|Africa/Brazzaville CG ,,-85,306|Africa/Bujumbura BI ,,-68,587|Africa/Cairo EG ,,601,625
Africa/Casablanca MA ,,672,-152|Africa/Conakry GN ,,191,-274|Africa/Dakar SN ,,294,-349|Africa/Dar_es_Salaam TZ ,,-136,785
Africa/Djibouti DJ ,,232,863|Africa/Douala CM ,,81,194|Africa/El_Aaiun EH Bir Lehlou,,522,-193|Africa/Freetown SL ,,169,-265
Africa/Gaborone BW ,,-493,518|Africa/Harare ZW ,,-356,621
Africa/Johannesburg ZA Benoni,,-523,567;Cape Town,,-155,-198;Durban,,81,251;,,74,-59;Port Elizabeth,,-156,-49;Pretoria,,165,53
Africa/Juba SS Malakal,,191,633|Africa/Kampala UG ,,6,652|Africa/Khartoum SD ,,312,651|Africa/Kigali RW ,,-39,601
Africa/Kinshasa CD ,,-87,306|Africa/Lagos NG ,,129,68|Africa/Libreville GA ,,8,189|Africa/Lome TG ,,123,24|Africa/Luanda AO ,,-177,265
Africa/Lusaka ZM ,,-308,566|Africa/Malabo GQ ,,75,176|Africa/Maputo MZ ,,-519,652|Africa/Maseru LS ,,-586,550
Africa/Mbabane SZ Manzini,,-530,628|Africa/Mogadishu SO ,,41,907|Africa/Monrovia LR ,,126,-216|Africa/Nairobi KE ,,-26,736
Africa/Ndjamena TD ,,242,301|Africa/Niamey NE ,,270,42|Africa/Nouakchott MR ,,362,-320|Africa/Ouagadougou BF ,,247,-30
Africa/Porto-Novo BJ Cotonou,,128,50|Africa/Sao_Tome ST ,,7,135|Africa/Tripoli LY ,,658,264|Africa/Tunis TN ,,736,204
Africa/Windhoek NA ,,-451,342|America/Anchorage US ,Alaska,1224,-2998;Fairbanks,,73,44;Palmer,,-65,-28;Wasilla,,0,-7
America/Antigua AG Saint John's,,342,-1237
America/Argentina/Buenos_Aires AR Bahia Blanca,,-775,-1245;,,83,77;La Plata,,-6,9;Mar del Plata,,-62,7
America/Argentina/Cordoba AR Corrientes,,-550,-1176;Córdoba,,-78,-108;Parana,,-7,73;Posadas,,88,93;Resistencia,,-2,-62;Rosario,,-110,-33;Santa Fe,,27,-1;Santiago del Estero,,76,-71
America/Argentina/Jujuy AR San Salvador de Jujuy,,-484,-1306|America/Argentina/Mendoza AR ,,-658,-1376
America/Argentina/Salta AR ,,-496,-1308|America/Argentina/San_Juan AR ,,-631,-1370|America/Argentina/San_Luis AR ,,-666,-1327
America/Argentina/Tucuman AR Tucumán,,-536,-1304|America/Aruba AW Oranjestad,,251,-1401|America/Asuncion PY ,,-506,-1153
America/Bahia BR Salvador,,-259,-770|America/Barbados BB Bridgetown,,262,-1192|America/Belem BR ,,-29,-970
America/Belize BZ Belize City,,350,-1764
America/Bogota CO Barranquilla,,219,-1496;Bello,,-92,-15;,,-35,29;Bucaramanga,,51,19;Cali,,-75,-67;Cartagena,,140,20;Cucuta,,-50,60;Ibague,,-69,-55;Medellin,,37,-7;Pereira,,-30,-2;Santa Marta,,129,30;Soledad,,-7,-11
America/Boise US ,Idaho,872,-2325;Caldwell,,1,-8;Idaho Falls,,-4,92;Pocatello,,-12,-8;Twin Falls,,-6,-40|America/Caracas VE ,,210,-1338
America/Cayenne GF ,,99,-1047|America/Cayman KY George Town,,386,-1627
America/Chicago US Auburn,Alabama,652,-1710;Birmingham,,19,-26;Dothan,,-47,28;Huntsville,,70,-24;Mobile,,-80,-29;Montgomery,,33,35;Tuscaloosa,,18,-25;Conway,Arkansas,37,-98;Fayetteville,,19,-34;Fort Smith,,-13,-5;Jonesboro,,9,74;Little Rock,,-22,-33;Pine Bluff,,-10,7;Texarkana,,-16,-41;Aurora,Illinois,166,115;,,2,11;Elgin,,4,-11;Evanston,,0,12;Joliet,,-10,-8;Rockford,,14,-19;Waukegan,,2,24;Evansville,Indiana,-88,6;Gary,,73,4;Cedar Rapids,Iowa,7,-86;Council Bluffs,,-14,-84;Davenport,,6,105;Des Moines,,1,-60;Iowa City,,1,41;Sioux City,,17,-97;Waterloo,,0,81;Hutchinson,Kansas,-89,-111;Kansas City,,21,65;Lawrence,,-3,-12;Manhattan,,5,-27;Salina,,-8,-20;Topeka,,5,39;Wichita,,-27,-34;Bowling Green,Kentucky,-14,218;Owensboro,,15,-13;Paducah,,-13,-30;Baton Rouge,Louisiana,-133,-51;Lafayette,,-5,-17;Lake Charles,,1,-24;Metairie,,-5,61;Monroe,,50,-39;New Orleans,,-50,41;Shreveport,,50,-74;Duluth,Minnesota,286,33;Lakeville,,-43,-23;Mankato,,-10,-15;Minneapolis,,17,15;Rochester,,-20,16;St. Cloud,,31,-34;St. Paul,,-12,21;Biloxi,Mississippi,-291,84;Greenville,,60,-43;Gulfport,,-61,39;Hattiesburg,,20,-4;Jackson,,19,-18;Meridian,,1,30;Southaven,,52,-26;Columbia,Missouri,80,-47;Independence,,3,-41;Kansas City,,0,-4;Springfield,,-38,26;St. Charles,,32,56;St. Joseph,,19,-87;St. Louis,,-22,92;Grand Island,Nebraska,45,-162;Kearney,,-4,-15;Lincoln,,2,48;Norfolk,,25,-15;North Platte,,-18,-66;Omaha,,2,95;Bismarck,North Dakota,111,-96;Fargo,,2,80;Grand Forks,,21,-5;Jamestown,,-21,-33;Minot,,27,-52;Williston,,-2,-47;Enid,Oklahoma,-235,115;Lawton,,-36,-10;Muskogee,,23,61;Norman,,-10,-40;Oklahoma City,,4,-3;Stillwater,,14,9;Tulsa,,-1,22;Aberdeen,South Dakota,187,-51;Brookings,,-23,34;Mitchell,,-12,-25;Pierre,,13,-46;Sioux Falls,,-16,72;Yankton,,-13,-13;Barlett,Tennessee,-154,151;Clarksville,,27,50;Memphis,,-29,-53;Murfreesboro,,15,72;Nashville,,6,-8;Arlington,Texas,-69,-204;Austin,,-49,-15;Corpus Christi,,-50,7;Dallas,,101,11;Ft. Worth,,-1,-10;Houston,,-59,40;Laredo,,-46,-83;Lubbock,,122,-48;McAllen,,-148,73;Pasadena,,69,62;San Antonio,,-3,-67;Appleton,Wisconsin,295,202;Eau Claire,,11,-62;Green Bay,,-5,70;Madison,,-30,-28;Milwaukee,,0,30;Racine,,-6,2;Waukesha,,5,-9
America/Chihuahua MX ,Chihuahua,573,-2122|America/Costa_Rica CR San Jose,,199,-1682|America/Curacao CW Willemstad,,244,-1380
America/Denver US Aurora,Colorado,794,-2096;Boulder,,7,-9;Colorado Springs,,-24,9;,,18,-4;Fort Collins,,16,-1;Greeley,,-3,6;Pueblo,,-42,2;Billings,Montana,150,-78;Bozeman,,-2,-50;Butte,,6,-30;Great Falls,,30,25;Helena,,-18,-15;Kalispell,,32,-45;Missoula,,-27,6;Scottsbluff,Nebraska,-100,207;Alamogordo,New Mexico,-179,-46;Albuquerque,,44,-14;Clovis,,-14,69;Farmington,,47,-100;Las Cruces,,-89,28;Roswell,,22,46;Santa Fe,,46,-29;Dickinson,North Dakota,224,63;Rapid City,South Dakota,-56,-9;El Paso,Texas,-246,-65;Cedar City,Utah,118,-131;Logan,,81,24;Ogden,,-10,-2;Provo,,-20,6;Salt Lake City,,11,-6;St. George,,-74,-33;Vernal,,67,81;Casper,Wyoming,48,65;Cheyenne,,-34,30;Cody,,67,-85;Gillette,,-4,71;Green River,,-56,-79;Laramie,,-4,77;Riverton,,35,-56
America/Detroit CA Windsor,Ontario,847,-1661
America/Detroit US Ann Arbor,Michigan,846,-1674;,,1,12;Flint,,13,-12;Grand Rapids,,-1,-39;Kalamazoo,,-13,1;Lansing,,9,21;Saginaw,,13,12
America/Dominica DM Roseau,,306,-1228|America/Edmonton CA Calgary,Alberta,1022,-2282;,,49,12;Lethbridge,,-77,13;Red Deer,,51,-19
America/El_Salvador SV San Salvador,,274,-1784|America/Fortaleza BR ,,-75,-772;Natal,,-41,67|America/Godthab GL Nuuk,,1284,-1035
America/Grand_Turk TC ,,429,-1423|America/Grenada GD Saint George's,,241,-1235|America/Guadeloupe GP Pointe-a-Pitre,,325,-1231
America/Guatemala GT ,,292,-1811|America/Guayaquil EC ,,-44,-1598|America/Guyana GY Georgetown,,136,-1163
America/Halifax CA ,Nova Scotia,893,-1272|America/Havana CU ,,463,-1647
America/Indiana/Indianapolis US Elkhart,Indiana,834,-1719;Fort Wayne,,-12,16;,,-27,-20;Lafayette,,13,-15;South Bend,,26,13
America/Jamaica JM Kingston,,360,-1535|America/Juneau US ,Alaska,1166,-2688|America/Kentucky/Louisville US ,Kentucky,765,-1715
America/La_Paz BO Santa Cruz,,-355,-1265
America/Lima PE Arequipa,,-328,-1431;Callao,,87,-112;Chiclayo,,106,-54;Huancayo,,-107,93;Iquitos,,167,39;,,-166,-76;Piura,,137,-72;Trujillo,,-58,33
America/Los_Angeles US Bakersfield,California,707,-2380;Berkeley,,50,-65;Fresno,,-22,50;Irvine,,-61,38;Lancaster,,20,-6;Long Beach,,-18,0;,,4,-1;Modesto,,73,-56;Oakland,,2,-24;Oceanside,,-91,97;Palm Springs,,12,16;Riverside,,3,-17;Sacramento,,93,-81;San Bernardino,,-90,83;San Diego,,-26,2;San Francisco,,99,-105;San Jose,,-9,12;San Mateo,,5,-9;Stockton,,8,20;Coeur d'Alene,Idaho,195,90;Lewiston,,-26,-4;Boulder City,Nevada,-208,43;Carson City,,63,-98;Elko,,34,80;Ely,,-32,17;Las Vegas,,-61,-6;Reno,,67,-92;Winnemucca,,28,41;Bend,Oregon,62,-71;Corvallis,,10,-40;Eugene,,-10,4;Medford,,-34,5;Portland,,63,3;Salem,,-11,-6;Springfield,,-18,0;Everett,Washington,78,16;Olympia,,-18,-14;Seattle,,10,11;Spokane,,2,99;Tacoma,,-9,-102;Vancouver,,-31,-3;Yakima,,19,43
America/Maceio BR ,,-192,-715|America/Managua NI ,,243,-1725|America/Manaus BR ,,-62,-1200;Natal,,-78,-5
America/Martinique MQ Fort-de-France,,292,-1222|America/Mazatlan MX Culiacan,Sinaloa,497,-2148|America/Merida MX ,Yucatán,419,-1792
America/Mexico_City MX Aguascalientes,Aguascalientes,438,-2046;,Distrito Federal,-49,63;Leon,Guanajuato,34,-51;Acapulco,Guerrero,-86,36;Guadalajara,Jalisco,76,-69;Morelia,Michoacán,-18,43;Nezahualcoyotl,México,-7,43;Toluca,,-1,-12;Puebla,Puebla,-6,29;Queretaro,Querétaro,32,-44;San Luis Potosi,San Luis Potosí,30,-12
America/Moncton CA ,New Brunswick,922,-1295;Saint John,,-17,-27
America/Monterrey MX Saltillo,Coahuila,508,-2020;Torreon,,3,-48;,Nuevo León,2,61|America/Montevideo UY ,,-697,-1123
America/Montreal CA Montréal,Québec,910,-1472;Québec,,27,47;Sherbrooke,,-29,-13;St.-Jerome,,7,-42;Trois-Rivières,,12,29
America/Nassau BS ,,502,-1547
America/New_York US Bridgeport,Connecticut,824,-1464;Hartford,,11,10;New Haven,,-8,-4;New London,,0,16;Stamford,,-6,-29;Waterbury,,10,10;Dover,Delaware,-48,-49;Wilmington,,12,-1;Washington D.C.,District of Columbia,-17,-29;Fort Lauderdale,Florida,-255,-63;Jacksonville,,84,-30;Miami,,-91,29;Miami Beach,,0,1;Orlando,,54,-25;Sarasota,,-23,-23;St. Petersburg,,8,-3;Tampa,,4,5;West Palm Beach,,-24,47;Albany,Georgia,97,-81;Athens,,47,15;Atlanta,,-2,-20;Augusta,,-8,48;Columbus,,-20,-60;Macon,,8,27;Savannah,,-17,51;Covington,Kentucky,142,-68;Frankfort,,-18,-7;Lexington,,-3,7;Augusta,Maine,125,294;Bangor,,10,20;Houlton,,27,19;Lewiston,,-41,-47;Portland,,-9,-1;Presque Isle,,63,45;Waterville,,-45,-33;Annapolis,Maryland,-111,-137;Baltimore,,6,-2;Cumberland,,7,-43;Hagerstown,,0,21;St. Charles,,-21,15;Boston,Massachusetts,75,118;Lowell,,6,-5;New Bedford,,-20,7;Pittsfield,,16,-46;Salem,,1,47;Springfield,,-8,-34;Worcester,,3,16;Concord,New Hampshire,19,5;Manchester,,-4,2;Atlantic City,New Jersey,-73,-59;Newark,,27,5;Paterson,,4,0;Trenton,,-14,-12;Albany,New York,49,19;Buffalo,,5,-102;,,-43,98;Niagara Falls,,47,-101;Rochester,,1,29;Schenectady,,-7,73;Syracuse,,5,-44;Charlotte,North Carolina,-157,-94;Durham,,16,39;Fayetteville,,-19,0;Greensboro,,20,-18;Raleigh,,-5,23;Wilmington,,-31,14;Winston-Salem,,37,-46;Akron,Ohio,99,-25;Cincinnati,,-38,-59;Cleveland,,46,55;Columbus,,-29,-26;Dayton,,-5,-24;Toledo,,38,12;Youngstown,,-11,59;Allentown,Pennsylvania,-10,103;Erie,,31,-92;Harrisburg,,-38,64;Lancaster,,-4,12;Philadelphia,,-1,23;Pittsburgh,,9,-97;York,,-10,65;Newport,Rhode Island,31,109;Providence,,6,-2;Anderson,South Carolina,-146,-225;Charleston,,-34,53;Columbia,,25,-18;Florence,,3,23;Greenville,,13,-53;Rock Hill,,2,27;Spartanburg,,0,-18;Chattanooga,Tennessee,2,-66;Knoxville,,18,27;Burlington,Vermont,171,214;Montpelier,,-5,12;Alexandria,Virginia,-109,-90;Hampton,,-35,15;Lynchburg,,7,-56;Norfolk,,-11,57;Richmond,,14,-23;Roanoke,,-6,-50;Virginia Beach,,-8,79;Beckley,West Virginia,19,-104;Charleston,,11,-9;Clarksburg,,19,26;Huntington,,-18,-42;Morgantown,,25,50;Parkersburg,,-8,-32;Wheeling,,16,17
America/Ojinaga MX Ciudad Juárez,Chihuahua,634,-2130|America/Panama PA Panama City,,179,-1591|America/Paramaribo SR ,,117,-1103
America/Phoenix US Flagstaff,Arizona,704,-2233;Glendale,,-32,-11;Lake Havasu City,,18,-42;Mesa,,-22,51;,,3,-6;Tucson,,-27,23;Yuma,,10,-74
America/Port-au-Prince HT ,,371,-1447|America/Port_of_Spain TT Port-of-Spain,,213,-1230|America/Puerto_Rico PR San Juan,,369,-1323
America/Recife BR ,,-162,-698|America/Regina CA ,Saskatchewan,1009,-2092;Saskatoon,,34,-41
America/Santiago CL Antofagasta,,-473,-1408;Arica,,103,2;Concepcion,,-367,-55;Coquimbo,,138,34;Iquique,,194,24;Puerto Montt,,-424,-56;Rancagua,,146,44;San Bernardo,,11,1;,,3,1;Talca,,-40,-20;Talcahuano,,-25,-29;Temuco,,-41,10;Valparaiso,,114,20;Vina del Mar,,0,1
America/Santo_Domingo DO Santiago,,390,-1413
America/Sao_Paulo BR Belo Horizonte,,-398,-878;Brasilia,,82,-80;Campinas,,-142,16;Curitiba,,-50,-44;Goiania,,174,0;Niteroi,,-124,124;Nova Iguacu,,3,-7;Porto Alegre,,-146,-155;Rio de Janeiro,,142,159;Santos,,-20,-62;,,8,-6;Vitória,,65,126
America/Sitka US Ketchikan,Alaska,1107,-2633;,,34,-74|America/St_Johns CA St. John’s,Newfoundland and Labrador,952,-1054
America/St_Kitts KN Basseterre,,346,-1254|America/St_Lucia LC Castries,,280,-1220|America/St_Thomas VI Christiansted,,355,-1295
America/St_Vincent VC Kingstown,,263,-1224|America/Tegucigalpa HN ,,282,-1744|America/Thunder_Bay CA ,Ontario,969,-1785
America/Tijuana MX Mexicali,Baja California,653,-2310;,,-3,-32
America/Toronto CA Barrie,Ontario,888,-1594;Hamilton,,-23,-3;Kingston,,20,67;Kitchener,,-16,-80;London,,-10,-15;Oshawa,,19,48;Ottawa,,30,63;Peterborough,,-22,-53;Sarnia,,-27,-81;Sudbury,,71,29;,,-56,31
America/Vancouver CA Abbotsford,British Columbia,981,-2446;Kamloops,,32,39;Kelowna,,-15,17;Nanaimo,,-15,-89;Prince George,,95,24;,,-93,-7;Victoria,,-16,-5
America/Winnipeg CA ,Manitoba,998,-1943|Arctic/Longyearbyen SJ ,,1564,311|Asia/Aden YE Sanaa,,307,884|Asia/Almaty KZ ,,866,1538
Asia/Amman JO ,,639,719|Asia/Ashgabat TM ,,759,1168|Asia/Baghdad IQ ,,667,888|Asia/Bahrain BH Manama,,525,1012|Asia/Baku AZ ,,808,997
Asia/Bangkok TH ,,275,2010|Asia/Beirut LB ,,677,710|Asia/Bishkek KG ,,857,1492|Asia/Brunei BN Bandar Seri Begawan,,98,2299
Asia/Chongqing CN Chengdu,,613,2081;,,-22,51;Hechi,,-129,60;Xian,,224,-14|Asia/Colombo LK ,,139,1597|Asia/Damascus SY ,,670,726
Asia/Dhaka BD ,,474,1808|Asia/Dili TL ,,-171,2512|Asia/Dubai AE ,,505,1106|Asia/Dushanbe TJ ,,771,1375|Asia/Gaza PS ,,631,689
Asia/Harbin CN Changchun,,877,2507;,,38,26|Asia/Ho_Chi_Minh VN Ho Chi Minh City,,216,2134|Asia/Hong_Kong HK ,,446,2284
Asia/Jakarta ID ,,-123,2137|Asia/Jerusalem IL Tel Aviv-Yafo,,642,695|Asia/Kabul AF ,,690,1384|Asia/Karachi PK ,,497,1340
Asia/Kathmandu NP ,,554,1706
Asia/Kolkata IN Ahmedabad,,461,1452;Bengaluru,,-202,99;Chennai,,3,55;Delhi,,311,-61;Haora,,-121,222;Hyderabad,,-104,-197;Indore,,106,-53;Jaipur,,84,-1;Kanpur,,-9,90;,,-79,160;Lucknow,,87,-148;Mumbai,,-157,-161;Nagpur,,43,125;Patna,,89,121;Pune,,-141,-226;Surat,,53,-20
Asia/Krasnoyarsk RU ,,1120,1857|Asia/Kuala_Lumpur MY George Town,,108,2007|Asia/Kuwait KW ,,587,960|Asia/Macau MO ,,444,2271
Asia/Manila PH ,,292,2420|Asia/Muscat OM ,,472,1172|Asia/Nicosia CY ,,703,667|Asia/Novosibirsk RU ,,1101,1659|Asia/Omsk RU ,,1100,1468
Asia/Phnom_Penh KH ,,231,2098|Asia/Pyongyang KP ,,780,2515|Asia/Qatar QA Doha,,506,1031|Asia/Rangoon MM ,,336,1923|Asia/Riyadh SA ,,493,935
Asia/Seoul KR Busan,,702,2580;Daegu,,15,-8;Daejeon,,10,-23;Gwangju,,-24,-11;Incheon,,47,-5;,,1,7
Asia/Shanghai CN Beijing,,799,2328;Dongguan,,-338,-53;Guangzhou,,2,-8;Nanjing,,178,109;,,-17,53;Shenyeng,,212,40;Shenzhen,,-385,-187;Taiyuan,,307,-31;Tianjin,,25,93;Wuhan,,-171,-59
Asia/Singapore SG ,,26,2077|Asia/Taipei TW ,,501,2431|Asia/Tashkent UZ ,,826,1386|Asia/Tbilisi GE ,,835,896|Asia/Tehran IR ,,713,1028
Asia/Thimphu BT ,,549,1793
Asia/Tokyo JP Fukuoka,,672,2608;Hamamatsu,,22,147;Hiroshima,,-6,-106;Kawasaki,,23,145;Kitakyushu,,-34,-178;Kobe,,17,87;Kyoto,,7,12;Nagoya,,2,23;Okayama,,-10,-60;Osaka,,2,31;Sapporo,,166,118;Sendai,,-95,-7;,,-52,-25;Yokohama,,-8,-3
Asia/Ulaanbaatar MN ,,958,2138|Asia/Vientiane LA ,,359,2052|Asia/Yekaterinburg RU Chelyabinsk,,1103,1229;Ufa,,-7,-108;,,41,91
Asia/Yerevan AM ,,804,890|Atlantic/Bermuda BM Hamilton,,646,-1296|Atlantic/Canary ES Las Palmas,,562,-309;Santa Cruz de Tenerife,,7,-16
Atlantic/Cape_Verde CV Praia,,298,-470|Atlantic/Faroe FO Tórshavn,,1241,-136|Atlantic/Madeira PT Funchal,,653,-338
Atlantic/Reykjavik IS Akureyi,,1313,-362;Keflavík,,-33,-89;Reykjavík,,3,12|Atlantic/South_Georgia GS Grytviken,,-1086,-730
Atlantic/Stanley FK ,,-1034,-1157|Australia/Adelaide AU ,South Australia,-699,2772
Australia/Brisbane AU ,Queensland,-549,3061;Cairns,,211,-146;Gold Coast,,-224,154;Toowoomba,,11,-30;Townsville,,166,-104
Australia/Darwin AU ,Northern Territory,-249,2617
Australia/Melbourne AU Ballarat,Victoria,-751,2877;Cranbourne,,-11,29;Geelong,,-1,-18;,,7,12|Australia/Perth AU ,Western Australia,-639,2317
Australia/Sydney AU Canberra,Australian Capital Territory,-706,2983;Newcastle,New South Wales,49,53;,,-21,-12;Wollongong,,-10,-6
Europe/Amsterdam NL 's-Hertogenbosch,,1034,106;,,13,-8;Arnhem,,-7,20;Eindhoven,,-11,-8;Groningen,,35,22;Haarlem,,-16,-39;Leeuwarden,,17,23;Maastricht,,-48,-2;Rotterdam,,21,-24;The Hague,,4,-5;Utrecht,,0,17;Zwolle,,8,20
Europe/Andorra AD ,,850,30|Europe/Athens GR ,,760,475|Europe/Belgrade RS ,,896,409
Europe/Berlin DE ,,1050,268;Bonn,,-36,-126;Bremen,,48,34;Cologne,,-43,-37;Dortmund,,12,10;Dresden,,-10,126;Duisburg,,8,-140;Düsseldorf,,-5,1;Essen,,5,4;Frankfurt,,-27,34;Hamburg,,69,26;Hannover,,-24,-6;Leipzig,,-20,54;Mannheim,,-37,-79;Munich,,-27,62;Nürnberg,,26,-9;Saarbrucken,,-4,-83;Stuttgart,,-9,45;Wiesbaden,,26,-19;Wuppertal,,23,-22
Europe/Bratislava SK ,,963,342;Kosice,,12,83;Presov,,5,0;Zilina,,4,-50
Europe/Brussels BE Antwerpen,,1024,88;Brugge,,0,-23;,,-7,22;Charleroi,,-9,2;Gent,,13,-15;Liege,,-8,38
Europe/Bucharest RO ,,889,522;Cluj-Napoca,,47,-50;Craiova,,-49,5;Galati,,22,84;Iasi,,34,-10;Timisoara,,-28,-127
Europe/Budapest HU ,,950,382;Debrecen,,1,51;Miskolc,,11,-17;Pecs,,-40,-52;Szeged,,3,39|Europe/Chisinau MD ,,940,577
Europe/Copenhagen DK Aalborg,,1141,198;,,-27,53;Esbjerg,,-5,-82;København,,5,82;Odense,,-6,-43;Roskilde,,5,34;Vejle,,1,-51;Århus,,9,13
Europe/Dublin IE Cork,,1038,-170;,,29,45;Dundalk,,13,-3;Galway,,-15,-53;Limerick,,-12,9;Waterford,,-8,30|Europe/Gibraltar GI ,,723,-108
Europe/Helsinki FI Hameenlinna,,1220,489;,,-16,10;Joensuu,,48,96;Jyväskylä,,-7,-80;Kokkola,,32,-53;Kuopio,,-19,92;Lahti,,-38,-41;Lappeenranta,,1,51;Mikkeli,,13,-18;Oulu,,66,-37;Pori,,-70,-74;Tampere,,0,40;Turku,,-21,-30;Vaasa,,53,-13
Europe/Isle_of_Man IM Douglas,,1083,-90
Europe/Istanbul TR Adana,,740,706;Ankara,,59,-49;Antalya,,-61,-43;Bursa,,66,-33;Gaziantep,,-63,167;,,81,-168;Izmir,,-53,-37;Konya,,-11,107
Europe/Kyiv UA Dnipropetrovsk,,970,700;Donetsk,,-10,57;Kharkiv,,40,-32;Kryvyy Rih,,-41,-58;,,50,-57;Lvov,,-12,-129;Odessa,,-67,133
Europe/Lisbon PT Braga,,831,-168;Coimbra,,-27,0;,,-30,-15;Porto,,49,11;Setubal,,-52,-6|Europe/Ljubljana SI ,,921,290;Maribor,,10,23
Europe/London GB Belfast,,1092,-119;Birmingham,,-43,81;Bournemouth,,-34,0;Bradford,,61,3;Brighton,,-59,32;Bristol,,12,-49;Cardiff,,1,-13;Coventry,,18,35;Edinburgh,,71,-34;Glasgow,,-2,-21;Kingston upon Hull,,-42,78;Leeds,,2,-25;Leicester,,-24,9;Liverpool,,15,-35;,,-38,56;Manchester,,40,-43;Middlesbrough,,22,20;Newcastle,,8,-7;Nottingham,,-41,9;Portsmouth,,-43,1;Reading,,13,2;Sheffield,,38,-10;Southampton,,-49,2;Southend-on-Sea,,13,42;Stoke,,29,-58;Sunderland,,38,16
Europe/Luxembourg LU ,,992,123
Europe/Madrid ES Alicante,,767,-10;Barcelona,,61,54;Bilbao,,37,-103;Cordoba,,-107,-36;Gijon,,113,-18;Granada,,-128,41;La Coruña,,124,-96;,,-59,94;Malaga,,-74,-14;Murcia,,26,65;Palma,,31,76;Pamplona,,65,-86;San Sebastián,,10,-7;Seville,,-118,-80;Valencia,,42,112;Valladolid,,43,-87;Vigo,,11,-80;Zaragoza,,-11,157
Europe/Malta MT Valletta,,718,290|Europe/Mariehamn AX ,,1202,399|Europe/Minsk BY ,,1078,551
Europe/Moscow RU Kazan,,1115,983;,,0,-231;Nizhny Novgorod,,12,128;Rostov,,-182,-86;St. Petersburg,,254,-188
Europe/Oslo NO Bergen,,1208,106;Bærum,,-10,121;Drammen,,-3,-23;Haugesund,,-7,-98;Kristiansand,,-25,54;Moss,,26,53;,,9,2;Sandnes,,-21,-101;Skien,,7,78;Stavanger,,-5,-78;Tromsø,,214,266;Trondheim,,-125,-172;Tønsberg,,-83,0;Ålesund,,66,-80
Europe/Paris FR Bordeaux,,897,-12;Grenoble,,7,126;Lille,,109,-52;Lyon,,-98,35;Marseille,,-49,11;Metz,,116,16;Montpellier,,-110,-47;Nantes,,72,-109;Nice,,-70,177;,,103,-98;Rouen,,12,-25;Strasbourg,,-17,133;Toulon,,-109,-37;Toulouse,,9,-89
Europe/Paris MC Monaco,,875,148|Europe/Podgorica ME ,,849,385
Europe/Prague CZ Brno,,984,332;Liberec,,32,-30;Ostrava,,-19,63;Pizen,,-2,-98;,,7,22;Zlin,,-17,64
Europe/Riga LV Daugavpils,,1118,530;Liepaga,,12,-110;,,9,62
Europe/Rome IT Bologna,,890,227;Catania,,-140,75;Florence,,126,-77;Genoa,,12,-46;Milan,,21,5;Naples,,-92,101;Palermo,,-54,-18;,,75,-17;Salerno,,-24,45;Turin,,87,-142
Europe/Rome VA Vatican City,,838,249|Europe/Samara RU Izhevsk,,1137,1065;,,-73,-62;Tolyatti,,6,-12|Europe/San_Marino SM ,,878,249
Europe/Sarajevo BA ,,877,368|Europe/Saratov RU ,,1032,921|Europe/Skopje MK ,,840,429|Europe/Sofia BG ,,854,466
Europe/Stockholm SE Borås,,1155,258;Gävle,,58,85;Göteborg,,-58,-103;Helsingborg,,-34,14;Jönköping,,34,29;Karlstad,,32,-13;Linköping,,-19,43;Malmö,,-56,-52;Norrköping,,60,63;,,15,38;Sundsvall,,61,-16;Umeå,,29,59;Uppsala,,-80,-52;Västerås,,-4,-22;Örebro,,-7,-27
Europe/Tallinn EE Narva,,1188,563;,,1,-68;Tartu,,-21,39|Europe/Tirane AL Tirana,,827,396|Europe/Vaduz LI ,,943,190
Europe/Vienna AT Graz,,942,308;Innsbruck,,4,-80;Klagenfurt,,-14,58;Linz,,34,0;Salzburg,,-10,-25;,,8,66;Wiener Neustadt,,-8,-2
Europe/Vilnius LT Kaunas,,1099,478;Klaipeda,,15,-56;Siauliai,,5,45;,,-25,39|Europe/Volgograd RU ,,974,890
Europe/Warsaw PL Bialystok,,1063,463;Bydgoszcz,,-1,-103;Bytom,,-55,18;Gdansk,,80,-5;Gdynia,,3,-2;Gliwice,,-83,2;Katowice,,-2,7;Kraków,,-4,19;Lublin,,24,52;Lódz,,10,-62;Poznan,,13,-51;Szczecin,,20,-47;,,-23,129;Wroclaw,,-23,-79
Europe/Zagreb HR Osijek,,911,374;Rijeka,,-4,-85;Split,,-37,40;,,46,-9|Europe/Zaporozhye UA Zaporizhzhya,,957,704
Europe/Zurich CH Basel,,952,152;Bern,,-14,-3;Geneva,,-14,-26;Lausanne,,7,10;Lugano,,-11,46;Luzern,,21,-13;Saint Gallen,,7,21;Zürich,,0,-16
Indian/Antananarivo MG ,,-378,950|Indian/Comoro KM Moroni,,-234,865|Indian/Mahe SC Victoria,,-92,1109|Indian/Maldives MV Male,,83,1470
Indian/Mauritius MU Port Louis,,-403,1150|Indian/Mayotte YT Dzaoudzi,,-256,906|Indian/Reunion RE St.-Denis,,-418,1109
Pacific/Apia WS ,,-277,-3435
Pacific/Auckland NZ ,,-737,3495;Christchurch,,-134,-42;Dunedin,,-47,-43;Hamilton,,163,96;Manukau,,15,-8;Takapuna,,4,-2;Tauranga,,-18,27;Wellington,,-72,-27
Pacific/Efate VU Port Vila,,-355,3366|Pacific/Fiji FJ Suva,,-363,3569|Pacific/Funafuti TV ,,-170,3584
Pacific/Guadalcanal SB Honiara,,-189,3199|Pacific/Guam GU Agana,,269,2895
Pacific/Honolulu US Hilo,Hawaii,394,-3102;,,32,-55;Kailua-Kona,,-33,37;Lihue,,47,-67;Wahiawa,,-10,27;Wailuku,,-12,30
Pacific/Majuro MH ,,142,3428|Pacific/Noumea NC ,,-445,3329|Pacific/Pago_Pago AS ,,-286,-3414|Pacific/Palau PW Koror,,147,2689
Pacific/Pohnpei FM Palikir,,138,3163|Pacific/Port_Moresby PG ,,-189,2944|Pacific/Rarotonga CK ,,-425,-3195
Pacific/Saipan MP Capitol Hill,,304,2915|Pacific/Tahiti PF Papeete,,-351,-2991|Pacific/Tarawa KI ,,27,3460
Pacific/Tongatapu TO Nukualofa,,-423,-3504`;
