import type { LanguageWords } from './language-words.ts';

/** Indonesian and Malay. */
export const INDONESIAN: LanguageWords = {
  kinds: `
    denah tampak potongan detail detil rencana gambar skema diagram site_plan siteplan layout tata_letak tabel jadwal daftar peta situasi perspektif isometri aksonometri legenda keterangan_gambar spesifikasi sketsa profil memanjang melintang pembesian penulangan
    pondasi bekisting perletakan titik_lampu titik pola_lantai instalasi pelan pandangan keratan butiran lukisan susun_atur jadual rakitan denah_lantai topografi kontur pembongkaran rangka pengukuran susunan`,
  parts: `
    lantai dasar lt basement semi atap balok kolom sloof plat pelat dinding plafon plafond kusen pintu jendela tangga ramp lift balkon teras garasi dapur kamar mandi toilet wc ruang tamu taman pagar septictank septic resapan air bersih kotor hujan listrik penerangan lampu stop_kontak saklar
    ac sanitasi plumbing drainase saluran kebakaran penangkal_petir depan belakang samping kiri kanan utara selatan timur barat bangunan struktur arsitektur mekanikal elektrikal beton baja kayu kuda-kuda kuda gording ring jalan jembatan gorong-gorong trotoar abutmen tiang pancang pilecap tipikal
    eksisting baru umum melintang tingkat aras bumbung tandas bilik hadapan sisi poros flens roda_gigi tutup meja kursi lemari rak menara dinding_penahan utiliti`,
  fillers: `dan di ke dari untuk yang dengan pada skala lembar no atau`,
  firms: `arsitek konsultan konsultan_perencana kontraktor tbk sdn bhd akitek jurutera perunding ikatan_arsitek perencana biro insinyur juruukur`,
  projects: `pembangunan rehabilitasi renovasi rumah rumah_tinggal gedung sekolah masjid rumah_sakit kantor dinas pemerintah kabupaten kota provinsi kementerian proyek pekerjaan hotel ruko perumahan apartemen universitas projek cadangan kegiatan peningkatan`,
  stamps: `dokumen_tender gambar_kerja gambar_tender gambar_terbangun as_built_drawing disetujui persetujuan hak_cipta catatan revisi tahap prarencana pra_rencana ded imb kelulusan tender`,
  headings: `keterangan catatan petunjuk nota`,
  streets: `jalan jl gang jln lorong`,
  roads: '',
  roles: `pemilik pemberi_tugas digambar digambar_oleh diperiksa diperiksa_oleh direncanakan dirancang mengetahui menyetujui penanggung_jawab nama_gambar judul_gambar nomor_gambar no_gambar tanggal kode_gambar nama_proyek jumlah_lembar pelanggan tarikh`,
};
