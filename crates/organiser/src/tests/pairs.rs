//! Stories of pairs that stay together.

use super::*;

fn pairs(format: TournamentFormat) -> CreateTournament {
    CreateTournament {
        pairs: true,
        rules: blocks(Seating::PARTNERS),
        players_max: 16,
        ..wanted(format)
    }
}

impl Evening {
    fn enter_with(&mut self, player: PlayerId, partner: Option<Invite>) -> Result<(), Refusal> {
        let entrant = NewEntrant {
            player,
            name: "Ann".to_owned(),
            kept: false,
            rating: None,
            known: false,
            network: None,
            password: None,
            partner,
            invite: Invite::random(),
        };
        let events = self.state.decide_entry(&entrant, self.now)?;
        self.add(&events);
        if !self.players.contains(&player) {
            self.players.push(player);
        }
        Ok(())
    }

    /// Two players of whom the second one takes the first one's invitation.
    fn with_pair(mut self) -> Self {
        let [first, second] = [PlayerId::random(), PlayerId::random()];
        self.enter_with(first, None).unwrap();
        let invite = self.state.own(first).invite;
        self.enter_with(second, invite).unwrap();
        self
    }

    fn partners(&mut self, first: u32, second: u32) -> Result<(), Refusal> {
        self.act_with(&TakeOrganiserAction {
            entrant: Some(first),
            partner: Some(second),
            ..OrganiserAction::Partners.alone()
        })
    }

    fn partner_of(&self, n: u32) -> Option<u32> {
        self.state.shown().entrants[n as usize - 1].partner
    }
}

#[test]
fn pairs_stay_together_and_sit_opposite_each_other() {
    let mut evening = Evening::of(&pairs(TournamentFormat::Swiss))
        .with_pair()
        .with_players(6);
    assert_eq!(
        (evening.partner_of(1), evening.partner_of(2)),
        (Some(2), Some(1))
    );
    assert_eq!(evening.state.own(evening.players[0]).invite, None);
    evening.partners(3, 8).unwrap();
    let taken = evening.partners(3, 4);
    assert!(matches!(taken, Err(Refusal::HasPartner)), "{taken:?}");
    let alone = evening.partners(4, 4);
    assert!(matches!(alone, Err(Refusal::HasPartner)), "{alone:?}");
    evening.act(OrganiserAction::Start).unwrap();
    // Those who are alone at the start are put together in their order.
    let partners: Vec<_> = (1..=8).map(|n| evening.partner_of(n).unwrap()).collect();
    assert_eq!(partners, [2, 1, 8, 5, 4, 7, 6, 3]);
    for _ in 0..3 {
        evening.play_round();
        evening.rebuilt();
    }
    for one in evening.state.shown().matches {
        for side in &one.sides {
            let [first, second] = side[..] else {
                panic!("two on each side")
            };
            assert_eq!(evening.partner_of(first), Some(second));
        }
    }
    let one = evening.state.matches_of(0).remove(0);
    let seats = Seats::of(&evening.state, &one).unwrap();
    let at = |seat: usize| match &seats.others()[seat - 1] {
        ArrangedSeat::Person { player, .. } => *player,
        ArrangedSeat::Computer { .. } => panic!("a person"),
    };
    let number = |player| evening.state.own(player).entrant.unwrap();
    let (first, _) = seats.first().unwrap();
    assert_eq!(evening.partner_of(number(first)), Some(number(at(2))));
    assert_eq!(evening.partner_of(number(at(1))), Some(number(at(3))));
    let shown = evening.rebuilt().shown();
    let points: u32 = shown.entrants.iter().map(|one| one.points).sum();
    assert_eq!(
        points,
        3 * 2 * 2 * boneyard_tournaments::WIN,
        "both have the pair's points"
    );
}

#[test]
fn a_partner_who_leaves_before_the_start_leaves_the_other_one_alone() {
    let mut evening = Evening::of(&pairs(TournamentFormat::Knockout)).with_pair();
    let [first, second] = evening.players[..] else {
        panic!("two players")
    };
    let events = evening.state.decide_withdrawal(second).unwrap();
    evening.add(&events);
    assert_eq!(evening.partner_of(1), None);
    let invite = evening.state.own(first).invite;
    assert!(invite.is_some());
    let third = PlayerId::random();
    evening.enter_with(third, invite).unwrap();
    evening.enter_with(third, invite).unwrap();
    assert_eq!(evening.partner_of(1), Some(3));
    // The invitation holds no more, nor does one of another tournament.
    for wrong in [invite, Some(Invite::random())] {
        let refused = evening.enter_with(second, wrong);
        assert!(matches!(refused, Err(Refusal::NoSuchInvite)), "{refused:?}");
    }
    evening.enter_with(second, None).unwrap();
    assert!(evening.state.own(second).invite.is_some());
    let few = evening.act(OrganiserAction::Start);
    assert!(matches!(few, Err(Refusal::TooFew)), "{few:?}");
    evening.rebuilt();
}

#[test]
fn from_the_start_on_a_pair_withdraws_together_and_loses_its_match() {
    let mut evening = Evening::of(&pairs(TournamentFormat::Swiss))
        .with_pair()
        .with_pair()
        .with_pair();
    evening.act(OrganiserAction::Start).unwrap();
    evening.play_round();
    evening.pair();
    let player = evening.players.iter().copied();
    let mut player = player.filter(|of| evening.state.own(*of).table.is_some());
    let leaver = player.next_back().unwrap();
    let number = evening.state.own(leaver).entrant.unwrap();
    let partner = evening.partner_of(number).unwrap();
    let events = evening.state.decide_withdrawal(leaver).unwrap();
    evening.add(&events);
    evening.close_stopped();
    assert!(evening.state.undecided().is_empty());
    let shown = evening.rebuilt().shown();
    assert!(shown.entrants[partner as usize - 1].withdrawn);
    let left = PlayerId::random();
    // A late pair is paired once it is complete.
    evening.enter_with(left, None).unwrap();
    let invite = evening.state.own(left).invite;
    evening.enter_with(PlayerId::random(), invite).unwrap();
    evening.pair();
    let paired = evening.rebuilt().shown().matches;
    let paired: Vec<u32> = paired.iter().flat_map(|one| one.sides.concat()).collect();
    assert_eq!(paired.len(), 6);
    assert!(paired.contains(&7) && paired.contains(&8));
    assert!(!paired.contains(&number) && !paired.contains(&partner));
}

#[test]
fn if_one_player_of_a_pair_does_not_come_the_pair_loses() {
    let mut evening = Evening::of(&pairs(TournamentFormat::Swiss))
        .with_pair()
        .with_pair();
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let one = evening.state.undecided().remove(0);
    let seats = Seats::of(&evening.state, &one).unwrap();
    let came = |left_out: usize| {
        let all = evening.players.iter().enumerate();
        all.filter(|(at, _)| *at != left_out)
            .map(|(_, of)| *of)
            .collect()
    };
    for (left_out, player) in evening.players.iter().enumerate() {
        let stand = ArrangedStand {
            came: came(left_out),
            ..stand(true, one.come_by)
        };
        let number = evening.state.own(*player).entrant.unwrap();
        let sides = one.pairing.sides().unwrap();
        let first = evening.state.side(sides[0]);
        let is_first = first.iter().any(|(id, _)| id.0 + 1 == number);
        let decision = Decision::Won(if is_first {
            Winner::Second
        } else {
            Winner::First
        });
        let verdict = seats.verdict(None, &stand, false, (evening.now, one.come_by));
        assert_eq!(
            verdict,
            Verdict::Over(unplayed(decision).into(), End::NotCome)
        );
    }
}

#[test]
fn a_player_who_is_left_over_has_a_computer_player_as_partner() {
    let wanted = CreateTournament {
        computers: Some(Level::Casual),
        fill_to: Some(8),
        ..pairs(TournamentFormat::Swiss)
    };
    let mut evening = Evening::of(&wanted).with_pair().with_players(1);
    evening.act(OrganiserAction::Start).unwrap();
    let shown = evening.rebuilt().shown();
    assert_eq!(shown.entrants.len(), 8);
    let partner = evening.partner_of(3).unwrap();
    assert!(shown.entrants[partner as usize - 1].computer.is_some());
    assert!((1..=8).all(|n| evening.partner_of(n).is_some()));

    let refused = Settings::new(
        ID,
        &CreateTournament {
            rules: blocks(Seating::TWO),
            ..wanted
        },
        START,
    );
    assert!(matches!(refused, Err(WrongSettings::Seating)));
    let arena = CreateTournament {
        minutes: Some(60),
        ..pairs(TournamentFormat::Arena)
    };
    let refused = Settings::new(ID, &arena, START);
    assert!(matches!(refused, Err(WrongSettings::Pairs)), "{refused:?}");
}
