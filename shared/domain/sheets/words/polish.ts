import type { LanguageWords } from './language-words.ts';

export const POLISH: LanguageWords = {
  kinds: `
    rzut rzuty przekrój przekroje elewacja elewacje elewacji widok widoki detal detale szczegół szczegóły schemat schematy plan plany rysunek rysunki zestawienie zestawienia profil profile mapa mapy
    sytuacja sytuacyjny sytuacyjno-wysokościowy zagospodarowanie zagospodarowania wizualizacja wizualizacje aksonometria izometria rozwinięcie legenda opis tabela wykaz spis szkic koncepcja układ ułożenie
    zbrojenie zbrojenia szalunek szalunki deskowanie orientacja inwentaryzacja inwentaryzacji rozbiórka rozbiórki wyburzenia wyburzeń niweleta tyczenia wytyczenie złożenie złożeniowy rysunek_złożeniowy wykonawczy_rysunek
    instalacja instalacje instalacji więźba więźby konstrukcja konstrukcje aranżacja aranżacje przekrój_podłużny rozmieszczenie rozmieszczenia trasa przebieg plansza rzut_przyziemia branżowa parter piętro piwnica poddasze`,
  parts: `
    parteru piętra piętr poddasza piwnice piwnic przyziemie przyziemia kondygnacja kondygnacji antresola antresoli strych strychu dach dachu dachów połaci fundament fundamenty fundamentów ławy strop stropu stropy stropów
    ściana ściany ścian posadzka posadzki posadzek sufit sufity sufitów drzwi okno okna okien stolarka stolarki ślusarka schody schodów klatka klatki winda balkon balkony taras garaż garażu kuchnia łazienka pokój pokoju pomieszczenia
    pomieszczeń ogród działka działki teren terenu północna północny południowa południowy wschodnia wschodni zachodnia zachodni frontowa tylna boczna ogrodowa lewa prawa górna dolna podłużny podłużna podłużne poprzeczny poprzeczna
    poprzeczne istniejący istniejąca istniejącego projektowany projektowana projektowane nowy stan ogólny ogólne typowy elektryczna elektrycznej elektryczne oświetlenie oświetlenia gniazd sanitarna sanitarne wodociągowa wodociąg wodno-kanalizacyjna wod-kan kanalizacja
    kanalizacji kanalizacyjna deszczowa sanitarnej ogrzewanie ogrzewania cwu wentylacja wentylacji klimatyzacja klimatyzacji gaz gazowa gazu odgromowa odgromowej ppoż pożarowa teletechniczna fotowoltaiczna stalowa stalowe żelbetowa żelbetowe żelbetowy drewniana
    słup słupy słupów belka belki belek podciąg podciągi nadproże wieniec płyta płyty pal pale pali mur oporowy most mostu przepust droga drogi drogowy jezdnia chodnik skrzyżowanie zjazd tor torów peron tunel studnia studnie sieć sieci przyłącze przyłącza kabel
    budynek_a segment lokal mieszkanie mieszkania biuro hala część osie wałek wał kołnierz koło zębate pokrywa korpus obudowa rama wspornik śruba nakrętka tuleja łożysko stół krzesło szafa szafka półka zieleń zieleni nasadzenia kominy kominów pokrycia podstawa uchwyt wspornika sworzeń sprężyna dźwignia prowadnica płytka czujnik zasilacz kątownik tulejka wpust sprzęgło zadaszenie daszek wiata altana ogrodzenie brama furtka rampa podest balustrada balustrady komin rynna oczko basen`,
  fillers: `i z ze w we na do od dla o po przy oraz lub nr skala rys ark arkusz bez pod nad`,
  firms: `architekt architekci architektura architektury architektoniczna architektoniczne pracownia projektowa projektowe projektowania inżynier inżynierowie inż mgr spółka spzoo firma przedsiębiorstwo usługi geodeta geodezja geodezyjne deweloper biuro_projektów zakład sp_z_oo`,
  projects: `budowa przebudowa rozbudowa nadbudowa remont modernizacja termomodernizacja budynku budynek projekt_domu dom domu jednorodzinny jednorodzinnego mieszkalny mieszkalnego wielorodzinny wielorodzinnego szkoła przedszkole szpital kościół gmina miasto urząd obiekt inwestycja zadanie wraz_z_infrastrukturą zespół hotel hali`,
  stamps: `projekt_budowlany projekt_wykonawczy projekt_techniczny projekt_koncepcyjny projekt_architektoniczno-budowlany pzt pab koncepcyjny wykonawczy budowlany budowlana pozwolenie uzgodniono zatwierdził uwagi prawa_autorskie wszelkie_prawa wymiary wymiary_sprawdzić faza stadium etap przed_zamówieniem powykonawczy powykonawcza`,
  headings: `uwagi uwaga legenda oznaczenia`,
  streets: `ul ulica aleja plac osiedle`,
  roads: '',
  roles: `inwestor zamawiający projektant projektował projektowała sprawdzający sprawdził opracował opracowanie rysował kreślił asystent kierownik podpis uprawnienia nr_upr upr data branża adres nazwa_obiektu nazwa_rysunku tytuł_rysunku temat jednostka obręb`,
};
