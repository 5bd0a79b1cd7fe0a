import type { LanguageWords } from './language-words.ts';

export const TURKISH: LanguageWords = {
  kinds: `
    plan planı planlar planları kesit kesiti kesitler kesitleri görünüş görünüşü görünüşler görünüşleri cephe cephesi cepheler cepheleri detay detayı detaylar detayları şema şeması şemalar şemaları vaziyet aplikasyon aplikasyonu kalıp donatı donatısı açılım açılımı açılımları
    perspektif perspektifler izometri izometrik aksonometrik kroki krokisi harita haritası rölöve rölövesi profil profili profilleri enkesit enkesitler boykesit liste listesi tablo tablosu metraj lejant semboller paftası çizim çizimi çizimler çizimleri resim resmi montaj patlatılmış
    yerleşim yerleşimi tefriş yıkım peyzaj imalat diyagram diyagramı akış tesisat tesisatı tek_hat kolon_şeması prensip nokta_detay nokta_detayı sistem_kesiti sistem_detayı mahal_listesi görsel render üç_boyutlu taslak ölçülü temel_planı`,
  parts: `
    kat katı katlar zemin bodrum çatı çatısı teras normal asma birinci ikinci üçüncü tavan tavanı döşeme temel temeli duvar duvarı kapı kapılar pencere pencereler doğrama merdiven merdiveni merdivenler asansör balkon garaj otopark mutfak banyo wc ıslak hacim salon oda
    bahçe arsa parsel kuzey güney doğu batı arka sağ sol üst genel tip mevcut öneri yeni elektrik aydınlatma priz kuvvet zayıf akım topraklama paratoner mekanik sıhhi ısıtma havalandırma klima soğutma temiz yağmur doğalgaz yangın sprinkler
    statik betonarme çelik ahşap kolon kolonlar kiriş kirişler perde kazık istinat köprü yol kavşak kaldırım tünel kanal altyapı kanalizasyon içmesuyu baca blok bina yapı daire ofis dükkan bölüm aks flanş dişli kapak gövde braket cıvata somun plaka masa sandalye dolap raf enine boyuna`,
  fillers: `ve ile için no nolu ölçek pafta veya m`,
  firms: `mimar mimarlar mimarlık mimari_büro mühendis mühendislik mühendisler müşavirlik danışmanlık ltd_şti şti ltd inşaat yapı_inşaat proje_ve taahhüt ticaret sanayi müteahhit harita_mühendislik şirketi bürosu`,
  projects: `konut konutu villa okul okulu hastane hastanesi cami camii belediye belediyesi başkanlığı bakanlığı müdürlüğü üniversitesi otel fabrika inşaatı yapımı projesi proje restorasyon restorasyonu tadilat tadilatı güçlendirme iş_merkezi kompleksi ilave toplu_konut`,
  stamps: `ruhsat ruhsat_projesi uygulama_projesi avan_proje ön_proje kesin_proje ihale onay onaylandı onaylayan mimari_proje statik_proje revizyonlar notlar telif tüm_ölçüler ölçüler iskan taslak_proje şantiyede kontrol_edilecektir`,
  headings: `lejant notlar not açıklamalar`,
  streets: `sokak sok sk cadde caddesi cad bulvarı bulvar blv mahallesi mah meydanı`,
  roads: '',
  roles: `işveren mal_sahibi müellif müellifi proje_müellifi çizen çizim_yapan kontrol onaylayan hazırlayan yüklenici müteahhidi yapı_sahibi tarih imza adres ada_parsel çizimi_yapan pafta_adı pafta_no işin_adı oda_sicil`,
};
