//! The order of forms by their structure, on forms that are read.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere_core::order::Order;
use misere_core::{Forms, Player};
use misere_notation::{parse_form, structural_order};

const SORTED: [&str; 19] = [
    "0", "1", "-1", "*", "{#|}", "{|#}", "{#|#}", "2", "-2", "*2", "{|0,-1}", "{|0,*}", "{0|1}", "{0|-1}",
    "{1|0}", "{1|-1}", "{*|*}", "{#,0|1}", "{0,1|*}",
];

#[test]
fn forms_are_sorted_by_rank_then_kind_then_options() {
    let forms = Forms::new();
    let sorted = SORTED.map(|text| parse_form(&forms, text).unwrap());
    let mut reversed = sorted;
    reversed.reverse();
    assert_eq!(structural_order(&forms, &reversed), sorted);
}

#[test]
fn the_order_does_not_depend_on_history() {
    let forms = Forms::new();
    for text in SORTED.iter().rev() {
        parse_form(&forms, text).unwrap();
    }
    let sorted = SORTED.map(|text| parse_form(&forms, text).unwrap());
    let mut shuffled = sorted;
    shuffled.rotate_left(7);
    assert_eq!(structural_order(&forms, &shuffled), sorted);
    let alone = [sorted[15], sorted[12]];
    assert_eq!(structural_order(&forms, &alone), [sorted[12], sorted[15]]);
}

#[test]
fn a_list_that_begins_like_the_last_one_does_not_change_it() {
    let forms = Forms::new();
    let list = ["{0,*|0}", "{0,*|0,*,*2}", "{0,*,*2|0,1}", "{0|0,*}", "{*|*,1}", "{{0,*|0},*|{0,*|0}}"];
    let list = list.map(|text| parse_form(&forms, text).unwrap());
    let order = Order::new(&forms, &list).unwrap();
    for f in forms.followers_of_all(&list) {
        for player in Player::BOTH {
            let mut expected: Vec<u32> =
                forms.options(f, player).iter().map(|&o| order.position(o)).collect();
            expected.sort_unstable();
            assert_eq!(order.options(order.position(f), player), expected);
        }
    }
}

#[test]
fn conjugates_are_found_among_followers_without_making_forms() {
    let forms = Forms::new();
    let g = parse_form(&forms, "{1,-1,{2|*,#},*2|{*,#|-2},{0|3},{#|}}").unwrap();
    let before = forms.len();
    let order = Order::new(&forms, &[g]).unwrap();
    let conjugates = order.conjugates().unwrap();
    assert_eq!(forms.len(), before);
    let followers = forms.followers(g);
    for &f in &followers {
        let conjugate = forms.conjugate(f).unwrap();
        let expected = followers.contains(&conjugate).then(|| order.position(conjugate));
        assert_eq!(conjugates[order.position(f) as usize], expected);
    }
}
