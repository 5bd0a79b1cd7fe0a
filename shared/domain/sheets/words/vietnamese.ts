import type { LanguageWords } from './language-words.ts';

export const VIETNAMESE: LanguageWords = {
  kinds: `
    mặt_bằng mặt_đứng mặt_cắt mặt_bên chi_tiết sơ_đồ bản_vẽ phối_cảnh bảng_thống_kê thống_kê danh_mục ghi_chú tổng_mặt_bằng kết_cấu bố_trí bản_đồ hiện_trạng định_vị trắc_dọc trắc_ngang cắt_dọc cắt_ngang hình_chiếu lắp_ráp sơ_đồ_nguyên_lý
    nguyên_lý đi_dây cấp_điện cấp_nước thoát_nước lát_gạch lát_sàn trần_giả nội_thất quy_cách thuyết_minh cốt_thép ván_khuôn mặt_đứng_trục mặt_bằng_kích_thước định_vị_cột ranh_giới`,
  parts: `
    tầng_trệt tầng_hầm tầng_lửng cửa_sổ cửa_đi cầu_thang thang_máy ban_công sân_thượng sân_vườn hành_lang nhà_vệ_sinh vệ_sinh phòng_ngủ phòng_khách bể_nước bể_tự_hoại hố_ga chiếu_sáng ổ_cắm điện_nhẹ điều_hòa thông_gió chống_sét phòng_cháy chữa_cháy
    pccc kiến_trúc điển_hình hai_bên vỉa_hè bê_tông tủ_điện lan_can vì_kèo xà_gồ căn_hộ hạng_mục sàn_tầng mái_nhà dầm_sàn móng_cọc cột_móng tường_chắn`,
  fillers: `và với cho trong tại tỷ_lệ số tờ theo đến của`,
  firms: `công_ty công_ty_cổ_phần công_ty_tnhh tnhh cổ_phần tư_vấn thiết_kế_xây_dựng kiến_trúc_sư kỹ_sư kts ks xây_dựng văn_phòng tập_đoàn ban_quản_lý`,
  projects: `công_trình dự_án nhà_ở nhà_phố biệt_thự chung_cư trường trường_học bệnh_viện chùa ủy_ban ubnd khách_sạn khu_đô_thị cải_tạo xây_mới nâng_cấp nhà_máy nhà_xưởng trụ_sở`,
  stamps: `thiết_kế_thi_công thiết_kế_kỹ_thuật thiết_kế_cơ_sở thi_công hồ_sơ hoàn_công xin_phép xin_phép_xây_dựng giai_đoạn phê_duyệt bản_quyền hiệu_chỉnh`,
  headings: `ghi_chú chú_thích ký_hiệu`,
  streets: `đường phố phường quận huyện ngõ`,
  roads: '',
  roles: `chủ_đầu_tư chủ_nhà chủ_trì chủ_nhiệm chủ_nhiệm_thiết_kế thiết_kế kiểm kiểm_tra giám_đốc quản_lý_kỹ_thuật thể_hiện ngày tên_bản_vẽ số_hiệu ký_hiệu địa_điểm địa_chỉ hoàn_thành`,
};
