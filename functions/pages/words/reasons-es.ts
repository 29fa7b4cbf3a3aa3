/** The limits by which a sentence calls them. */
const LIMITS: Readonly<Record<string, string>> = {
  warning: "de aviso",
  critical: "crítico",
  high: "superior",
  low: "inferior",
};

const COMPARED: Readonly<Record<string, string>> = {
  above: "supera",
  "not above": "no supera",
  below: "está por debajo de",
  "not below": "no está por debajo de",
  "equal to": "es igual a",
  "not equal to": "no es igual a",
  "at or above": "es igual o superior a",
  "at or below": "es igual o inferior a",
  inside: "está dentro de",
};

type Said = readonly [pattern: RegExp, told: string | ((...groups: string[]) => string)];

/** Why an alert was judged so (`why` of `lib/alerts`), sentence by sentence. */
const WHY: readonly Said[] = [
  [
    /^(.+) is (above|at or above|at or below|inside) the (warning|critical|high|low) limit of (.+)$/,
    (value, how, limit, of) => `${value} ${COMPARED[how]} el límite ${LIMITS[limit]} (${of})`,
  ],
  [
    /^A low of (.+) is (at or below|above) the limit of (.+)$/,
    (value, how, of) => `Una mínima de ${value} ${COMPARED[how]} el límite (${of})`,
  ],
  [
    /^(.+) is (above|not above) the limit of (.+)$/,
    (value, how, of) => `${value} ${COMPARED[how]} el límite (${of})`,
  ],
  [
    /^(\S+ ?\S*) is ((?:not )?(?:above|below|equal to)) (\S+ ?\S*)$/,
    (value, how, of) => `${value} ${COMPARED[how]} ${of}`,
  ],
  [/^(.+), no limit is set$/, "$1, sin límite puesto"],
  [/^Silent for (\d+) of (\d+) minutes allowed$/, "Lleva $1 minutos en silencio; se admiten $2"],
  [/^About (\S+) h until 32 °F at the present cooling .*$/, "Unas $1 h hasta 32 °F si sigue enfriándose así"],
  [
    /^The reading is too far from the one before to be true by itself$/,
    "La lectura está demasiado lejos de la anterior para creerla por sí sola",
  ],
  [/^Opened while you are away$/, "Se abrió mientras está fuera"],
  [/^Motion while you are away$/, "Movimiento mientras está fuera"],
  [/^The sensor detects water$/, "El sensor detecta agua"],
  [
    /^It gets wet for a short time again and again, as condensation does$/,
    "Se moja por poco tiempo una y otra vez, como pasa con la condensación",
  ],
  [/^The sensor is dry$/, "El sensor está seco"],
  [/^The sensor measures again$/, "El sensor vuelve a medir"],
  [
    /^The probe reports a fault: it is unplugged or broken(, so nothing it says ends an alert)?$/,
    (rest) =>
      `La sonda informa de un fallo: está desenchufada o rota${rest === "" ? "" : ", así que nada de lo que diga termina una alerta"}`,
  ],
  [
    /^The sensor repeats one value while (?:its surroundings change|others move): it may be stuck(, .*)?$/,
    (rest) =>
      `El sensor repite un valor mientras lo demás cambia: puede estar atascado${rest === "" ? "" : ", así que nada de lo que diga termina una alerta"}`,
  ],
  [
    /^The sensor has moved away from the thermometers around it, slowly and steadily: it has drifted$/,
    "El sensor se ha alejado de los termómetros que lo rodean, despacio y sin pausa: ha perdido precisión",
  ],
  [
    /^The sensor has drifted away from the thermometers around it, so nothing it says ends an alert$/,
    "El sensor se ha alejado de los termómetros que lo rodean, así que nada de lo que diga termina una alerta",
  ],
  [/^The room is cold and still falling: (.+)$/, "La habitación está fría y sigue bajando: $1"],
  [
    /^All (\d+) rooms are cold and still falling: (.+)$/,
    "Las $1 habitaciones están frías y siguen bajando: $2",
  ],
  [
    /^The heated room is colder than in the last week at this hour, and still falling: (.+), below (.+)$/,
    "La habitación calentada está más fría que en la última semana a esta hora y sigue bajando: $1, por debajo de $2",
  ],
  [
    /^All (\d+) heated rooms are colder than in the last week at this hour, and still falling: (.+), below (.+)$/,
    "Las $1 habitaciones calentadas están más frías que en la última semana a esta hora y siguen bajando: $2, por debajo de $3",
  ],
  [/^The rooms have been getting warmer for hours$/, "Las habitaciones llevan horas calentándose"],
  [
    /^There is power again, or most devices are heard again$/,
    "Vuelve a haber corriente, o se oye otra vez a la mayoría de los dispositivos",
  ],
  [/^The power is out, and it gets cold$/, "No hay corriente y hace cada vez más frío"],
  [/^(\d+) devices fell silent together$/, "$1 dispositivos callaron a la vez"],
  [/^It is getting warmer$/, "Se está calentando"],
  [/^It holds for now$/, "De momento aguanta"],
  [/^It does not get cold enough outside$/, "Fuera no hará bastante frío"],
  [/^It is back to normal$/, "Ha vuelto a la normalidad"],
  [/^It is no longer watched for$/, "Ya no se vigila"],
  [/^Somebody has said why( it is colder)?$/, "Alguien ha dicho por qué"],
  [
    /^The alert, its sensor or its device has been switched off$/,
    "La alerta, su sensor o su dispositivo se ha apagado",
  ],
  [/^Its device has been deleted$/, "Su dispositivo se ha borrado"],
  [/^Its device has been moved to another space$/, "Su dispositivo se ha cambiado de lugar"],
  [
    /^Its readings were taken for another unit than they are in$/,
    "Sus lecturas se tomaron en una unidad que no era la suya",
  ],
];

/** Why a message was not sent; what stands in brackets or behind the provider's name is the provider's own word. */
const NOT_SENT: readonly Said[] = [
  [/^(Webhook|Twilio): no answer \((.*)\)$/, "$1: sin respuesta ($2)"],
  [/^Webhook: the host has no address$/, "Webhook: el servidor no tiene dirección"],
  [/^Webhook: the URL is refused \((.*)\)$/, "Webhook: la dirección se rechaza ($1)"],
  [
    /^FCM: FIREBASE_SERVICE_ACCOUNT is not a service account$/,
    "FCM: FIREBASE_SERVICE_ACCOUNT no es una cuenta de servicio",
  ],
  [/^Twilio: TWILIO_ACCOUNT_SID does not begin with AC$/, "Twilio: TWILIO_ACCOUNT_SID no empieza por AC"],
  [/^((?:Resend|Twilio|FCM|Webhook): [\w/.-]+(?: \d+)?)$/, "$1"],
  [/^The (\w+) channel is not configured$/, "El canal $1 no está configurado"],
  [
    /^Sealed with a key that this server no longer has$/,
    "Sellado con una clave que este servidor ya no tiene",
  ],
  [/^Overtaken by later news$/, "Superado por noticias posteriores"],
];

/** Why a place is guessed. */
const PLACED: readonly [RegExp, string][] = [
  [/^It is called "(.*)" and is as cold as one$/, "Se llama «$1» y está igual de frío"],
  [/^It is called "(.*)"$/, "Se llama «$1»"],
  [/^It was as cold as a freezer all week$/, "Estuvo toda la semana tan frío como un congelador"],
  [
    /^It was as cold and as steady as a fridge all week$/,
    "Estuvo toda la semana tan frío y tan estable como un frigorífico",
  ],
  [
    /^It got much colder each night than by day, as it does outdoors$/,
    "Cada noche se enfrió mucho más que de día, como al aire libre",
  ],
  [
    /^It was never as warm as a heated room all week$/,
    "En toda la semana no estuvo tan caliente como una habitación con calefacción",
  ],
];

/** What a stored English reason says; null where it is none that is known. */
export function reasonEs(text: string): string | null {
  for (const [pattern, told] of [...WHY, ...NOT_SENT, ...PLACED]) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const groups = match.slice(1).map((group) => (group ?? "").replace(/(\d)\.(\d)/g, "$1,$2"));
    const sentence =
      typeof told === "string"
        ? told.replace(/\$(\d)/g, (_, index: string) => groups[Number(index) - 1] ?? "")
        : told(...groups);
    return sentence.replace(/ (a|de) el /g, (_, before: string) => (before === "a" ? " al " : " del "));
  }
  return null;
}
